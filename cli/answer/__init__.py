"""The answer in the making: steps, menus, acts; no face of it knows more than what is shown and asked."""
