/** What `npm run measure` is asked to do. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The parts of a measurement, in the order they run. */
const sections = ['build', 'lighthouse', 'interaction', 'navigation'] as const;

/** A part that can be asked for alone. */
export type Section = (typeof sections)[number];

/** What the command line asked for. */
export interface Options {
  readonly only: readonly Section[];
  /** How often each figure is taken where a median is printed. */
  readonly runs: number;
  /** Paths below the base URL, each with a leading slash. */
  readonly pages: readonly string[];
}

const accepted = {
  only: { type: 'string' },
  runs: { type: 'string', default: '5' },
} satisfies ParseArgsConfig['options'];

function isSection(name: string): name is Section {
  return (sections as readonly string[]).includes(name);
}

function positiveInteger(option: string, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value > 0) return value;
  throw new Error(`--${option} 的值 ${JSON.stringify(text)} 无效：需要正整数，例如 --${option} 5`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: accepted, allowPositionals: true });
  } catch (error) {
    // Node's own message is English, and says how to write file names that begin with a dash.
    const [, option] = /'(-[^\s']*)/.exec(error instanceof Error ? error.message : '') ?? [];
    const known = Object.keys(accepted).map((name) => `--${name}`);
    throw new Error(
      option && known.includes(option)
        ? `${option} 没有值，例如 --only lighthouse --runs 3`
        : `不认识的参数 ${option ?? ''}，只能是 ${known.join('、')} 与页面的路径`,
      { cause: error },
    );
  }
}

/**
 * Reads the command line.
 *
 * @param args what stands after the command's name
 * @throws Error with one line naming what cannot be used
 */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const only = values.only?.split(',') ?? sections;
  const unknown = only.find((name) => !isSection(name));
  if (unknown !== undefined) {
    throw new Error(
      `--only 的值 ${JSON.stringify(unknown)} 无效：只能是 ${sections.join('、')}，用逗号分开`,
    );
  }
  const notAPath = positionals.find((path) => !path.startsWith('/'));
  if (notAPath !== undefined) {
    throw new Error(
      `页面 ${JSON.stringify(notAPath)} 无效：路径以 / 开头，例如 /chapters/chapter03-first-app`,
    );
  }
  return {
    only: sections.filter((name) => only.includes(name)),
    runs: positiveInteger('runs', values.runs),
    pages: positionals.length ? positionals : ['/'],
  };
}
