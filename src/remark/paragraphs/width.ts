/** How wide a text is when it stands on one line: src/css/prose.css tells the height of a paragraph from it. */
import type { CSSProperties } from 'react';

/** Chinese, its punctuation included, and what is set as wide. */
const fullWidth = /[\u2014\u2018-\u201d\u2026\u2e80-\uffef]/;

/** What a Latin letter takes of the width of a Chinese character; fonts differ. */
export const letterWidth = { text: 0.5, heading: 0.6 };

/** Width in em. */
export const widthOfText = (text: string, letter = letterWidth.text): number =>
  Array.from(text).reduce(
    (width, character) => width + (fullWidth.test(character) ? 1 : letter),
    0,
  );

/** The style of a component's paragraph with this text. */
export const emStyle = (text: string): CSSProperties =>
  ({ '--em': Math.round(widthOfText(text)) }) as CSSProperties;
