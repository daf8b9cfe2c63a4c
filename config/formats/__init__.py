"""How dates and times are written, where Django has it otherwise."""
