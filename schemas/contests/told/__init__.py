"""What a contest's log tells, arranged for those who read it: who met whom, what was done and why."""
