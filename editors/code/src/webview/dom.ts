// Elements by a few words.

import { shown } from "./hidden.ts";

type Attributes = Record<string, string | number | boolean | undefined>;
type Child = Node | string | undefined | false;

// Attributes whose values are read by people.
const WORDS = ["title", "aria-label"];

export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (WORDS.includes(key) && typeof value === "string") {
      element.setAttribute(key, shown(value));
    } else if (key.startsWith("aria-") && value !== undefined) {
      element.setAttribute(key, String(value));
    } else if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  const present = children.filter((child): child is Node | string => child !== undefined && child !== false);
  element.append(...present.map((child) => (typeof child === "string" ? shown(child) : child)));
  return element;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page has no ${id}`);
  }
  return element;
}
