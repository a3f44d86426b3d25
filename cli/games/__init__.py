"""Games: opened, joined, organised."""
