"""`python -m cli`: the program without its installed script."""

from cli.main import main

main()
