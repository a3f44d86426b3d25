"""The rules of war games as code: pure, deterministic, without I/O, clock or network."""
