"""What lies on what in a layout."""


def collisions(layout):
    """Labels and marks that lie on each other or, on a map, on the spot of another place: pairs of them."""
    things = [*layout.labels, *layout.marks]
    on_each_other = [
        (one, other) for n, one in enumerate(things) for other in things[n + 1 :] if one.area.meets(other.area, -0.5)
    ]
    on_places = [
        (one, box)
        for one in things
        for box in layout.boxes
        if one.place != box.place.name and one.area.meets(box.area, -0.5)
    ]
    return on_each_other + on_places
