/** What changed in the book since a reader may have read it: authors write it down when they mend. */
import entries from '../data/changes.json';

/** Why a section changed; what was false comes first, what only reads better last. */
export const changeKinds = {
  mended: '改正',
  version: '随版本',
  added: '补充',
  reworded: '换了说法',
} as const;

export type ChangeKind = keyof typeof changeKinds;

/**
 * Kinds that the list of changes tells one by one: what was read then is false now. The others it counts: what was
 * added stands in its section, marked, and what only reads better nobody has to read again.
 */
export const toldKinds: readonly ChangeKind[] = ['mended', 'version'];

/** One change, as `src/data/changes.json` holds it. */
export interface Change {
  /** Day, as `2026-11-25`. */
  readonly date: string;
  /** The page's id, as `chapter22-message-queue` or `faq`. */
  readonly page: string;
  /** Anchor of the section; empty for the whole page. */
  readonly section: string;
  readonly kind: ChangeKind;
  /** What was written before, if it was false, and what is true. */
  readonly text: string;
}

/** First day that the list of changes tells apart; those before stand together. */
export const recentFrom = '2026-11-29';

/** All changes, the oldest first: the file only grows, so a place in it tells older from newer. */
export const changes = entries as readonly Change[];

/**
 * What is wrong with a list of changes, one line each.
 *
 * @param anchorsOf anchors of a page's headings; undefined for a page that does not exist
 */
export function problemsOf(
  list: readonly Change[],
  anchorsOf: (page: string) => ReadonlySet<string> | undefined,
): string[] {
  return list.flatMap(({ date, page, section, kind, text }, i) => {
    const anchors = anchorsOf(page);
    const found = [
      !/^20\d\d-[01]\d-[0-3]\d$/.test(date) && `日期 ${date} 写成 2026-11-25 的样子`,
      i > 0 && date < (list[i - 1]?.date ?? '') && `日期 ${date} 比上一条早，新的写在最后`,
      !anchors && `没有页面 ${page}`,
      anchors && section !== '' && !anchors.has(section) && `${page} 没有小节 #${section}`,
      !(kind in changeKinds) && `kind 写 ${Object.keys(changeKinds).join('、')} 之一`,
      !(text?.trim().length >= 10) && '说清改了什么、从前错在哪里',
    ];
    return found
      .filter((one) => one !== false && one !== undefined)
      .map((one) => `第 ${i + 1} 条：${one}`);
  });
}

/**
 * Place of the newest change of each section of a page, counted from 1. What only reads better is left out:
 * nobody has to read it again.
 */
export function newestBySection(list: readonly Change[], page: string): Map<string, number> {
  return new Map(
    list.flatMap((change, i) =>
      change.page === page && change.kind !== 'reworded' ? [[change.section, i + 1] as const] : [],
    ),
  );
}
