/** The only reader of `process.env`: every setting of the build, typed and validated in one place. */
import { adSlots, placeholderAdClient, type AdSettings, type AdSlotName } from '../ads/config';

/** Settings of one build. */
export interface Environment {
  /** Origin without path or trailing slash, e.g. `https://book.example.com`. */
  readonly siteUrl: string;
  /** Path the site is served under, with leading and trailing slash. */
  readonly baseUrl: string;
  /** Repository as `owner/name`. */
  readonly repository: { readonly owner: string; readonly name: string };
  /** Branch that edit and source links point to. */
  readonly branch: string;
  readonly ads: AdSettings;
  /** Whether the book's files to take along will stand beside the site, so that the home page links to them. */
  readonly downloads: boolean;
}

/** A setting that cannot be used; the message is one line: variable, value, example. */
export class EnvironmentError extends Error {
  constructor(variable: string, value: string, reason: string, example: string) {
    super(
      `环境变量 ${variable} 的值 ${JSON.stringify(value)} 无效：${reason}。示例：${variable}=${example}`,
    );
    this.name = 'EnvironmentError';
  }
}

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Whether a site is being built, and not served for writing. Docusaurus tells it by `NODE_ENV`, except for
 * `docusaurus build --dev`, which builds with React's development version.
 */
export const isBuild = (source: Source = process.env, command = process.argv): boolean =>
  source.NODE_ENV === 'production' || command.includes('build');

/** Reads one variable; unset means the fallback, set but not matching is an error. */
function read(
  source: Source,
  variable: string,
  fallback: string,
  accepts: (value: string) => boolean,
  reason: string,
): string {
  const value = source[variable];
  if (value === undefined) return fallback;
  if (!accepts(value)) throw new EnvironmentError(variable, value, reason, fallback);
  return value;
}

function isOrigin(value: string): boolean {
  try {
    const url = new URL(value);
    return /^https?:$/.test(url.protocol) && url.origin === value;
  } catch {
    return false;
  }
}

const slotVariables: Readonly<Record<AdSlotName, string>> = {
  pageTop: 'ADSENSE_SLOT_PAGE_TOP',
  pageBottom: 'ADSENSE_SLOT_PAGE_BOTTOM',
  sidebar: 'ADSENSE_SLOT_SIDEBAR',
  content: 'ADSENSE_SLOT_CONTENT',
  homePage: 'ADSENSE_SLOT_HOME_PAGE',
};

/**
 * Reads and validates the build's settings.
 *
 * @param source variables by name; the process's own unless a test passes others
 * @throws EnvironmentError naming the first variable whose value cannot be used
 */
export function readEnvironment(source: Source = process.env): Environment {
  const siteUrl = read(
    source,
    'SITE_URL',
    'https://spring-boot-book.example.com',
    isOrigin,
    '需要 http(s) 网址，只含协议、主机与端口，不带路径和结尾的斜杠',
  );
  const baseUrl = read(
    source,
    'BASE_URL',
    '/',
    (value) => /^\/((?!\.{1,2}\/)[\w.~-]+\/)*$/.test(value),
    '需要以斜杠开头和结尾的路径，项目页写成 /repo/',
  );
  const repository = read(
    source,
    'GITHUB_REPOSITORY',
    'spring-boot-book/spring-boot-book',
    (value) => /^[A-Za-z0-9][\w-]*\/(?!\.{1,2}$)[\w.-]+$/.test(value),
    '需要“所有者/仓库名”',
  );
  const branch = read(
    source,
    'BOOK_BRANCH',
    'main',
    (value) => /^\w[\w.-]*(\/\w[\w.-]*)*$/.test(value) && !value.includes('..'),
    '需要 Git 分支名',
  );
  const ads = read(
    source,
    'ADS',
    'on',
    (value) => value === 'on' || value === 'off',
    '只能是 on 或 off',
  );
  const downloads = read(
    source,
    'BOOK_DOWNLOADS',
    'off',
    (value) => value === 'on' || value === 'off',
    '只能是 on 或 off',
  );
  const client = read(
    source,
    'ADSENSE_CLIENT',
    placeholderAdClient,
    (value) => /^ca-pub-\d{16}$/.test(value),
    '需要 ca-pub- 加 16 位数字',
  );
  const slotId = (slot: AdSlotName): string =>
    read(
      source,
      slotVariables[slot],
      adSlots[slot].placeholderId,
      (value) => /^\d{6,20}$/.test(value),
      '需要 6 到 20 位数字的广告单元编号',
    );
  const [owner = '', name = ''] = repository.split('/');
  return {
    siteUrl,
    baseUrl,
    repository: { owner, name },
    branch,
    downloads: downloads === 'on',
    ads: {
      enabled: ads === 'on',
      client,
      slotIds: {
        pageTop: slotId('pageTop'),
        pageBottom: slotId('pageBottom'),
        sidebar: slotId('sidebar'),
        content: slotId('content'),
        homePage: slotId('homePage'),
      },
    },
  };
}

/**
 * The build's settings for `docusaurus.config.ts`, whichever Docusaurus command reads it: a bad value
 * ends the process with its one line, because Docusaurus would bury a thrown error in stack traces.
 */
export function readEnvironmentOrExit(): Environment {
  try {
    return readEnvironment();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
