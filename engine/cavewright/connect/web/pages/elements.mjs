// Elements of a page that scripts write.

/** An element with attributes and children; what begins with "on" is called. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "look") for (const [key, each] of Object.entries(value)) made.style.setProperty(key, each);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((each) => each !== undefined && each !== null && each !== ""));
  return made;
}
