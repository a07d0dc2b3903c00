import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';

type Palette = Readonly<Record<string, string>>;

const css = (file: string): string => readFileSync(`src/styles/${file}`, 'utf8');

/** The hexadecimal colours that a rule sets, by variable; the rule is found by its exact selector. */
function readPalette(source: string, selector: string): Palette {
  const start = source.indexOf(`${selector} {`);
  expect(start, `${selector} not found`).toBeGreaterThan(-1);
  const body = source.slice(start, source.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/(--[\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const digits = colour.slice(1);
  const pairs = digits.length === 3 ? [...digits].map((d) => d + d) : digits.match(/../g);
  const [red = 0, green = 0, blue = 0] = (pairs ?? []).map((pair) => {
    const channel = parseInt(pair, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const tokens = css('tokens.css');
const palettes: Readonly<Record<string, Palette>> = {
  light: readPalette(tokens, 'html:root:root'),
  dark: readPalette(tokens, "html[data-theme='dark']:root:root"),
};

/** Pairs below the ratio, readable in a failure's message. */
function tooFaint(
  palette: Palette,
  foregrounds: readonly string[],
  backgrounds: readonly string[],
  ratio: number,
): readonly string[] {
  return foregrounds.flatMap((foreground) =>
    backgrounds
      .map((background) => ({
        pair: `${foreground} on ${background}`,
        measured: contrast(palette[foreground] ?? '#777', palette[background] ?? '#777'),
      }))
      .filter(({ measured }) => measured < ratio)
      .map(({ pair, measured }) => `${pair}: ${measured.toFixed(2)} < ${ratio}`),
  );
}

test('the measure of contrast agrees with WCAG', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#fff')).toBeCloseTo(4.54, 2);
});

for (const [theme, palette] of Object.entries(palettes)) {
  test(`${theme}: body text passes AAA, every other text AA`, () => {
    const surfaces = ['--book-paper', '--book-tint'];
    expect(tooFaint(palette, ['--book-ink'], [...surfaces, '--book-accent-tint'], 7)).toEqual([]);
    expect(
      tooFaint(palette, ['--book-ink-soft'], [...surfaces, '--book-accent-tint'], 4.5),
    ).toEqual([]);
    const signals = ['--book-accent', '--book-note', '--book-warning', '--book-danger'];
    expect(tooFaint(palette, signals, surfaces, 4.5)).toEqual([]);
    expect(tooFaint(palette, ['--book-accent'], ['--book-accent-tint'], 4.5)).toEqual([]);
    expect(tooFaint(palette, ['--book-danger'], ['--book-danger-tint'], 4.5)).toEqual([]);
  });

  test(`${theme}: every token passes AA on every background code stands on`, () => {
    const backgrounds = [
      '--code-background',
      '--code-highlight',
      // Recorded blocks.
      '--book-paper',
      '--book-danger-tint',
    ];
    const colours = Object.keys(palette).filter(
      (name) => name.startsWith('--code-') && !backgrounds.includes(name),
    );
    expect(colours.length).toBeGreaterThan(8);
    expect(tooFaint(palette, colours, backgrounds, 4.5)).toEqual([]);
  });
}

test('both themes define the same roles', () => {
  expect(Object.keys(palettes.dark ?? {})).toEqual(Object.keys(palettes.light ?? {}));
});

test('no style sheet uses a role that is not defined', () => {
  const used = ['prose.css', 'code.css', 'frame.css'].flatMap((file) => [
    ...css(file).matchAll(/var\((--(?:book|code)-[\w-]+)/g),
  ]);
  const defined = ['tokens.css', 'prose.css', 'code.css', 'frame.css'].map(css).join('\n');
  const missing = used.map(([, name = '']) => name).filter((name) => !defined.includes(`${name}:`));
  expect([...new Set(missing)]).toEqual([]);
});

test('the footer passes AA in both themes', () => {
  const footer = readPalette(css('frame.css'), '.footer--dark');
  const texts = Object.keys(footer).filter((name) => !name.includes('background'));
  expect(texts.length).toBe(4);
  expect(tooFaint(footer, texts, ['--ifm-footer-background-color'], 4.5)).toEqual([]);
});
