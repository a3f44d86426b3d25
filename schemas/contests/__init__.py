"""A contest: games under one signed plan. How it is seated, scored and proved; without I/O, clock or floats."""
