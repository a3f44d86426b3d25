"""The rules on the player's machine: checks, forms, menus, saved games."""
