/** Tables made from the characters the book really uses, so that they stay small (Node only). */
import { Converter } from 'opencc-js/t2cn';
import { pinyin } from 'pinyin-pro';

const firstHan = 0x4e00;
const lastHan = 0x9fff;

let conversion: ReadonlyMap<string, string> | undefined;

/** Every traditional character whose simplified form differs. */
export function allVariants(): ReadonlyMap<string, string> {
  if (conversion) return conversion;
  const convert = Converter({ from: 't', to: 'cn' });
  const table = new Map<string, string>();
  for (let code = firstHan; code <= lastHan; code++) {
    const character = String.fromCharCode(code);
    const simplified = convert(character);
    if (simplified !== character && simplified.length === 1) table.set(character, simplified);
  }
  conversion = table;
  return table;
}

/** The part of the table that leads to the book's characters, as traditional and simplified in turn. */
export function variantsFor(characters: ReadonlySet<string>): string {
  return [...allVariants()]
    .filter(([, simplified]) => characters.has(simplified))
    .map((pair) => pair.join(''))
    .join('');
}

/** The 3755 usual characters (the first level of GB 2312): a slip of the input method is one of them. */
function usualCharacters(): string[] {
  const bytes: number[] = [];
  for (let row = 0xb0; row <= 0xd7; row++) {
    for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell++) bytes.push(row, cell);
  }
  return [...new TextDecoder('gb2312').decode(new Uint8Array(bytes))];
}

/** Groups characters by their most usual sound, tones aside; only groups that lead to the book's. */
export function soundsOf(characters: ReadonlySet<string>): string[] {
  const groups = new Map<string, string>();
  for (const character of [...new Set([...characters, ...usualCharacters()])].sort()) {
    const sound = pinyin(character, { toneType: 'none' });
    if (sound !== character) groups.set(sound, (groups.get(sound) ?? '') + character);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group)
    .filter((group) => group.length > 1 && [...group].some((one) => characters.has(one)));
}
