/** Reads what stands behind the language in a fence: ```java file=… region=… */

/** How a block looks: ordinary code, a run's output, an error, an HTTP exchange, a table of recorded cells. */
export type BlockKind = 'code' | 'output' | 'error' | 'http' | 'table';

/** A fence's settings. */
export interface Fence {
  /** Included file, relative to the page's example folder, or to `examples/` with a leading slash. */
  readonly file?: string;
  readonly region?: string;
  /** Replaces the path in the title bar. */
  readonly title?: string;
  readonly kind?: BlockKind;
  /** Why a block of more than three lines is typed by hand. */
  readonly handwritten?: string;
}

/** A fence that cannot be understood or filled; the message is one line without page and line number. */
export class FenceError extends Error {
  override readonly name = 'FenceError';
}

const valueKeys = ['file', 'region', 'title', 'kind', 'handwritten'] as const;
type ValueKey = (typeof valueKeys)[number];
const kinds: readonly BlockKind[] = ['output', 'error', 'http', 'code', 'table'];
const allowed = `可用的写法：${valueKeys.map((key) => `${key}=…`).join('、')}`;

function isValueKey(key: string): key is ValueKey {
  return (valueKeys as readonly string[]).includes(key);
}

function isKind(value: string | undefined): value is BlockKind {
  return (kinds as readonly (string | undefined)[]).includes(value);
}

/** Splits at spaces outside double quotes. */
function words(meta: string): string[] {
  return meta.match(/(?:[^\s"]+|"[^"]*"?)+/g) ?? [];
}

/**
 * Parses a fence's settings.
 *
 * @param meta the text after the language, as Markdown gives it
 * @throws FenceError for an unknown or repeated key, a missing value, or keys that exclude each other
 */
export function parseFence(meta: string | null | undefined): Fence {
  const values: Partial<Record<ValueKey, string>> = {};
  for (const word of words(meta ?? '')) {
    if (/^\{[\d,-]*\}?$/.test(word)) {
      throw new FenceError(
        `不要用行号 ${word} 标记代码行：行号会随代码移动，请在源文件里写 highlight-next-line 注释`,
      );
    }
    const [, key = word, quoted, bare] = /^([^=]+)=(?:"([^"]*)"|([^"]*))$/.exec(word) ?? [];
    if (!isValueKey(key)) throw new FenceError(`不认识的设置 ${key}；${allowed}`);
    const value = quoted ?? bare;
    if (!value) throw new FenceError(`${key} 没有值，写成 ${key}=… 或 ${key}="…"`);
    if (values[key] !== undefined) throw new FenceError(`${key} 写了两次`);
    values[key] = value;
  }
  const { kind, file, region, handwritten } = values;
  if (kind !== undefined && !isKind(kind)) {
    throw new FenceError(`kind=${kind} 不存在；可用的值：${kinds.join('、')}`);
  }
  if (region !== undefined && file === undefined) {
    throw new FenceError(`region=${region} 缺少 file=…`);
  }
  if (kind === 'table' && file === undefined) {
    throw new FenceError('kind=table 缺少 file=…；手写的表格用 Markdown 的写法');
  }
  if (handwritten !== undefined && file !== undefined) {
    throw new FenceError('handwritten 与 file 只能写一个：来自文件的代码不是手写的');
  }
  return { ...values, kind };
}
