"""Accounts of a position: reasons, events, scores, views, graphs and pictures, as far as a viewer may know them."""
