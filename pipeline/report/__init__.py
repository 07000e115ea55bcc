"""What people and programs read: audits as table, csv, json and html, and a deal trick by trick; no SQL, no rules."""
