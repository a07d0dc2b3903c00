/** Cuts named regions out of example files. Pure: text in, text out, no file system. */

/** A region that cannot be cut out; the message names the problem and what does exist. */
export class RegionError extends Error {
  override readonly name = 'RegionError';
}

/** What a page prints of a file. */
export interface Excerpt {
  /** The printed text, without region markers, dedented, without blank lines at its ends. */
  readonly code: string;
  /** First and last printed line in the file, counted from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
}

interface Marker {
  readonly kind: 'region' | 'endregion';
  readonly name: string;
}

interface Span {
  /** Lines of the two markers, counted from 1. */
  readonly start: number;
  readonly end: number;
}

const markerPattern =
  /^\s*(?:\/\/|#|--|;|<!--|\/\*)\s*(region|endregion)(?:\s+(.*?))?\s*(?:-->|\*\/)?\s*$/;
const namePattern = /^[A-Za-z0-9][\w-]*$/;

function markerOf(line: string, lineNumber: number): Marker | undefined {
  const match = markerPattern.exec(line);
  if (!match) return undefined;
  const [, kind, name = ''] = match;
  if (!namePattern.test(name)) {
    throw new RegionError(
      `第 ${lineNumber} 行的 ${kind} 标记没有合法的名字（得到 ${JSON.stringify(name)}），名字用字母、数字和连字符`,
    );
  }
  return { kind: kind as Marker['kind'], name };
}

function list(names: Iterable<string>): string {
  const all = [...names];
  return all.length > 0 ? all.join('、') : '（没有任何区域）';
}

/**
 * Finds a file's regions by name, in order of appearance.
 *
 * @throws RegionError for a nameless, duplicate, unopened or unclosed marker
 */
export function findRegions(text: string): ReadonlyMap<string, Span> {
  const open = new Map<string, number>();
  const closed = new Map<string, Span>();
  text.split('\n').forEach((line, index) => {
    const lineNumber = index + 1;
    const marker = markerOf(line, lineNumber);
    if (!marker) return;
    const { kind, name } = marker;
    const start = open.get(name);
    if (kind === 'region') {
      const earlier = start ?? closed.get(name)?.start;
      if (earlier !== undefined) {
        throw new RegionError(
          `区域 ${name} 重复：第 ${earlier} 行和第 ${lineNumber} 行都开始了它，请改名`,
        );
      }
      open.set(name, lineNumber);
    } else if (start === undefined) {
      throw new RegionError(
        `第 ${lineNumber} 行的 endregion ${name} 没有对应的 region；此前开始而未结束的区域：${list(open.keys())}`,
      );
    } else {
      open.delete(name);
      closed.set(name, { start, end: lineNumber });
    }
  });
  for (const [name, start] of open) {
    throw new RegionError(`第 ${start} 行的区域 ${name} 没有结束，请补上 endregion ${name}`);
  }
  return new Map([...closed].sort(([, a], [, b]) => a.start - b.start));
}

/** Removes the indentation that all non-blank lines share; blank lines become empty. */
function dedent(lines: readonly string[]): string[] {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents);
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(shared)));
}

/** Leaves out blank lines at both ends. */
function trimBlank<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  const hasText = items.map((item) => textOf(item).trim() !== '');
  return hasText.includes(true)
    ? items.slice(hasText.indexOf(true), hasText.lastIndexOf(true) + 1)
    : [];
}

/** Drops marker lines; where a marker stood between two blank lines one of them goes too. */
function withoutMarkers(lines: readonly string[], firstLine: number): [string, number][] {
  const kept: [string, number][] = [];
  let dropped = false;
  lines.forEach((line, index) => {
    const isBlank = line.trim() === '';
    if (markerPattern.test(line)) {
      dropped = true;
      return;
    }
    const previous = kept.at(-1);
    if (isBlank && dropped && (!previous || previous[0].trim() === '')) return;
    dropped = dropped && isBlank;
    kept.push([line, firstLine + index]);
  });
  return trimBlank(kept, ([line]) => line);
}

/** A comment that marks lines of the page: `// highlight-next-line`, or `// highlight-start` … `// highlight-end`. */
export const highlightMark =
  /^\s*(?:\/\/|#|--|<!--|\/\*)\s*highlight-(next-line|start|end)\s*(?:-->|\*\/)?\s*$/;

/** Docusaurus ignores an unbalanced highlight silently; an author would look for it in vain. */
function checkHighlights(lines: readonly [string, number][]): void {
  let open: number | undefined;
  lines.forEach(([line, lineNumber], index) => {
    const part = highlightMark.exec(line)?.[1];
    const mark = `第 ${lineNumber} 行的 highlight-${part}`;
    if (part === 'start') {
      if (open !== undefined) throw new RegionError(`${mark} 之前还有一个没有结束的`);
      open = lineNumber;
    } else if (part === 'end') {
      if (open === undefined) throw new RegionError(`${mark} 在所引用的范围内没有开始`);
      open = undefined;
    } else if (part === 'next-line' && index === lines.length - 1) {
      throw new RegionError(`${mark} 之后没有代码行`);
    }
  });
  if (open !== undefined) {
    throw new RegionError(`第 ${open} 行的 highlight-start 在所引用的范围内没有结束`);
  }
}

/**
 * Cuts a region, or the whole file, out of an example file.
 *
 * @param text the file's text
 * @param region name of the region; undefined means the whole file
 * @throws RegionError for a broken or unknown region, an empty result, or unbalanced highlight marks
 */
export function extract(text: string, region?: string): Excerpt {
  const normalised = text.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
  const lines = normalised.split('\n');
  const regions = findRegions(normalised);
  let span: Span = { start: 0, end: lines.length + 1 };
  if (region !== undefined) {
    const found = regions.get(region);
    if (!found) {
      throw new RegionError(`没有区域 ${region}；已有的区域：${list(regions.keys())}`);
    }
    span = found;
  }
  const kept = withoutMarkers(lines.slice(span.start, span.end - 1), span.start + 1);
  const [first, last] = [kept[0], kept.at(-1)];
  if (!first || !last) {
    throw new RegionError(region === undefined ? '文件是空的' : `区域 ${region} 是空的`);
  }
  checkHighlights(kept);
  return {
    code: dedent(kept.map(([line]) => line)).join('\n'),
    firstLine: first[1],
    lastLine: last[1],
  };
}

/** The whole text of a recorded file: markers and marks in it are part of the record. */
export function extractVerbatim(text: string): Excerpt {
  const lines = text.replace(/\r\n/g, '\n').split('\n');
  const kept = trimBlank(lines, (line) => line);
  const [first] = kept;
  if (first === undefined) throw new RegionError('文件是空的');
  const firstLine = lines.indexOf(first) + 1;
  return { code: kept.join('\n'), firstLine, lastLine: firstLine + kept.length - 1 };
}
