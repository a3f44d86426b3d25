"""Plain books, of the kind that docs/books.md shows, with which tests play whole games."""
