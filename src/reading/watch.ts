/** Notes where the reader is, once the page has come to rest. */
import { isWhole } from '../article/insertion';
import { wordsOf } from '../article/reader/sections';
import type { Page } from '../lib/browser';
import { shownPath } from '../navigation/loading';
import { showRecord } from './marks';
import { markChanged, newestChange } from './changed';
import { shortTitle, withPlace, withSeen, type Place } from './record';
import { loadRecord, saveRecord } from './storage';

/** How long the page has to rest before it counts as read, in ms. */
const restMs = 400;

/** A heading above this part of the screen's height is what the reader has come to. */
const reached = 0.4;

const chapterPath = /\/chapters\/chapter\d\d-[^/]+$/;

/** The place on the screen; nothing on pages that are no chapter. */
function placeIn(page: Page): Place | undefined {
  const { document, innerHeight } = page;
  const path = shownPath(page).replace(/\/$/, '');
  const title = document.querySelector('.theme-doc-markdown h1');
  if (!chapterPath.test(path) || !title) return undefined;
  const heading = [...document.querySelectorAll('.theme-doc-markdown h2[id]')]
    .filter((one) => one.getBoundingClientRect().top < innerHeight * reached)
    .at(-1);
  return {
    path,
    chapter: shortTitle(wordsOf(title)),
    section: heading ? wordsOf(heading) : '',
    anchor: heading?.id ?? '',
  };
}

/** Whether the end of the chapter has come into view. */
function isAtEnd({ document, innerHeight }: Page): boolean {
  const end = document.querySelector('.theme-doc-markdown [data-chapter-end]');
  return !!end && end.getBoundingClientRect().top < innerHeight;
}

function note(page: Page): void {
  const place = placeIn(page);
  if (!place) return;
  const before = loadRecord();
  const placed = withPlace(before, place, isAtEnd(page));
  const after = isWhole() ? withSeen(placed, place.path, newestChange(page)) : placed;
  if (after === before) return;
  // On a slow network the reader scrolls before React has taken over and shows the record.
  markChanged(page, before);
  saveRecord(after);
  if (after.read !== before.read) showRecord(page);
}

/** Watches until the page is left. */
export function watchReading(page: Page): void {
  let waiting: number | undefined;
  const rest = (): void => {
    page.clearTimeout(waiting);
    waiting = page.setTimeout(() => {
      waiting = undefined;
      note(page);
    }, restMs);
  };
  page.addEventListener('scroll', rest, { passive: true });
  // A tab that has come to rest has nothing to add: closing it is not reading it, and another one may be read by now.
  page.addEventListener('pagehide', () => {
    if (waiting !== undefined) note(page);
  });
  rest();
}
