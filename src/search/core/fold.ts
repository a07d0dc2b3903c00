/** Makes texts comparable: one width, one case, one script. Every step keeps the length, so offsets stay valid. */

/** Character to its simplified form; built from the book's own characters (see `build/variants.ts`). */
export type Variants = ReadonlyMap<string, string>;

/** Full-width letters, digits and punctuation become half-width; nothing else changes. */
export function foldWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000]/g, (character) =>
    character === '\u3000' ? ' ' : String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
}

/** Lower case that never changes the length (`İ` would grow). */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text].map((c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join('');
}

/** Half width and simplified characters, as far as the table knows them; the case stays. */
export function foldForms(text: string, variants: Variants): string {
  return foldWidth(text).replace(
    /\p{Script=Han}/gu,
    (character) => variants.get(character) ?? character,
  );
}

/** All foldings at once; the result has the length of `text`. The book's own text needs no table. */
export function fold(text: string, variants?: Variants): string {
  return foldCase(variants ? foldForms(text, variants) : foldWidth(text));
}
