"""The mails, one template a kind; `text.j2` and `html.j2` are the two ways in which they are written."""
