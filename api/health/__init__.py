"""How a host is doing: what its operator has to see to, and what its players are told of it."""
