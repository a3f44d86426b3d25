"""Standing orders: conditions over public facts, and the books that use them."""
