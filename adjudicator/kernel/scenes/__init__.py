"""What happened, told in scenes: what a title declares, which events are one scene, and what a page gets of it."""
