"""A title: what it declares, and what the kernel does with it."""
