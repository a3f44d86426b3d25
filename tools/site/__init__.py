"""`make site`: a folder that any static server can serve, in which the games are played by opening a link.

`gather` says which files go in. `compile.mjs` compiles them with the Python that will run them, and `trace.mjs` finds
out with it which of them a first board opens. `parts` packs them in the order of need, `folder` puts them beside the
runtime in a folder that is named by its content, `front` writes the pages around it.
"""
