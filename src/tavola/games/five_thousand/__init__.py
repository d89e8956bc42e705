"""5000: five dice, three hands a turn, bank in time."""
