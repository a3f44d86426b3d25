"""The texts of the mails, as jinja2 templates."""
