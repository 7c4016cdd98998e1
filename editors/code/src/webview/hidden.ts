// What is not seen and changes how what is around it is seen.

// Control characters, and those that turn the reading direction or have no width.
const HIDDEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

// A text with what is hidden in it; ends of lines and tabs stay.
export function shown(text: string): string {
  return text.replace(HIDDEN, (one) =>
    one === "\n" || one === "\t" ? one : `\\u{${one.codePointAt(0)?.toString(16) ?? ""}}`,
  );
}
