"""The board on the page: pictures as parts of it, and what an answer in the making would change there."""
