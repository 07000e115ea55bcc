"""Pages over the store; no SQL, no rules."""
