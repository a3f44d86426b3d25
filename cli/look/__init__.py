"""Looking: boards, stories, logs, titles, pages."""
