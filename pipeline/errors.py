"""What goes wrong because of how klaverlog is used; each message is one line with the value and the choices."""


class UsageError(ValueError):
    """Wrong use of klaverlog: a file, flag, name or database that cannot be used."""
