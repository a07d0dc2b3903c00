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

/** What a variable may be. */
interface Setting {
  /** Used where it is not set; also the example that an error shows. */
  readonly fallback: string;
  readonly pattern: RegExp;
  /** What an error says is needed. */
  readonly needed: string;
}

const onOrOff = { pattern: /^(?:on|off)$/, needed: '只能是 on 或 off' };

const adUnit = (slot: AdSlotName): Setting => ({
  fallback: adSlots[slot].placeholderId,
  pattern: /^\d{6,20}$/,
  needed: '需要 6 到 20 位数字的广告单元编号',
});

/** Every variable that the build reads. */
const settings = {
  SITE_URL: {
    fallback: 'https://spring-boot-book.example.com',
    pattern: /^https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?$/,
    needed: '需要 http(s) 网址，只含协议、主机与端口，不带路径和结尾的斜杠',
  },
  BASE_URL: {
    fallback: '/',
    pattern: /^\/((?!\.{1,2}\/)[\w.~-]+\/)*$/,
    needed: '需要以斜杠开头和结尾的路径，项目页写成 /repo/',
  },
  GITHUB_REPOSITORY: {
    fallback: 'spring-boot-book/spring-boot-book',
    pattern: /^[A-Za-z0-9][\w-]*\/(?!\.{1,2}$)[\w.-]+$/,
    needed: '需要“所有者/仓库名”',
  },
  BOOK_BRANCH: {
    fallback: 'main',
    pattern: /^(?!.*\.\.)\w[\w.-]*(\/\w[\w.-]*)*$/,
    needed: '需要 Git 分支名',
  },
  BOOK_DOWNLOADS: { fallback: 'off', ...onOrOff },
  ADS: { fallback: 'on', ...onOrOff },
  ADSENSE_CLIENT: {
    fallback: placeholderAdClient,
    pattern: /^ca-pub-\d{16}$/,
    needed: '需要 ca-pub- 加 16 位数字',
  },
  ADSENSE_SLOT_PAGE_TOP: adUnit('pageTop'),
  ADSENSE_SLOT_PAGE_BOTTOM: adUnit('pageBottom'),
  ADSENSE_SLOT_SIDEBAR: adUnit('sidebar'),
  ADSENSE_SLOT_CONTENT: adUnit('content'),
  ADSENSE_SLOT_HOME_PAGE: adUnit('homePage'),
} satisfies Readonly<Record<string, Setting>>;

/**
 * Reads and validates the build's settings.
 *
 * @param source variables by name; the process's own unless a test passes others
 * @throws EnvironmentError naming the first variable whose value cannot be used
 */
export function readEnvironment(source: Source = process.env): Environment {
  const read = (variable: keyof typeof settings): string => {
    const { fallback, pattern, needed }: Setting = settings[variable];
    const value = source[variable] ?? fallback;
    if (!pattern.test(value)) throw new EnvironmentError(variable, value, needed, fallback);
    return value;
  };
  const [owner = '', name = ''] = read('GITHUB_REPOSITORY').split('/');
  return {
    siteUrl: read('SITE_URL'),
    baseUrl: read('BASE_URL'),
    repository: { owner, name },
    branch: read('BOOK_BRANCH'),
    downloads: read('BOOK_DOWNLOADS') === 'on',
    ads: {
      enabled: read('ADS') === 'on',
      client: read('ADSENSE_CLIENT'),
      slotIds: {
        pageTop: read('ADSENSE_SLOT_PAGE_TOP'),
        pageBottom: read('ADSENSE_SLOT_PAGE_BOTTOM'),
        sidebar: read('ADSENSE_SLOT_SIDEBAR'),
        content: read('ADSENSE_SLOT_CONTENT'),
        homePage: read('ADSENSE_SLOT_HOME_PAGE'),
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
