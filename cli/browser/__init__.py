"""The table's other home: the same pages in a browser alone, where Python runs in a worker and no socket is open.

Scripts of the page and of its worker, in `shell/`, call `table.BrowserTable` and `image`, and nothing else of it.
"""
