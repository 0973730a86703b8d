"""The lowered program: few instructions over numbered slots, made from the checked model."""
