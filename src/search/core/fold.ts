/** Makes texts comparable: one width, one case, one script. Every step keeps the length, so offsets stay valid. */

/** Character to its simplified form; built from the book's own characters (see `build/variants.ts`). */
export type Variants = ReadonlyMap<string, string>;

/** Han characters, the iteration mark included. */
export const han = '\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff々〇';

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

const tables = new WeakMap<Variants, Uint16Array>();

/** Simplified code unit by code unit, 0 where nothing changes; made once for each table of characters. */
function tableOf(variants: Variants): Uint16Array {
  const known = tables.get(variants);
  if (known) return known;
  const table = new Uint16Array(0x10000);
  for (const [from, to] of variants) table[from.charCodeAt(0)] = to.charCodeAt(0);
  tables.set(variants, table);
  return table;
}

/** Traditional characters become simplified ones, as far as the table knows them. */
export function foldScript(text: string, variants: Variants): string {
  if (variants.size === 0) return text;
  const table = tableOf(variants);
  let folded = '';
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const simplified = table[text.charCodeAt(i)];
    if (!simplified) continue;
    folded += text.slice(done, i) + String.fromCharCode(simplified);
    done = i + 1;
  }
  return done === 0 ? text : folded + text.slice(done);
}

/** All foldings at once; the result has the length of `text`. */
export function fold(text: string, variants: Variants): string {
  return foldCase(foldScript(foldWidth(text), variants));
}
