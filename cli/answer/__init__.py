"""The answer in the making: steps, menus, acts, cards."""
