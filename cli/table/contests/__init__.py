"""Contests at the table: what `ostraka contest` does at a terminal, in forms. Loaded when somebody wants one."""
