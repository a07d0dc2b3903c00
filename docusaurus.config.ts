import type { Config } from '@docusaurus/types';
import type * as Preset from '@docusaurus/preset-classic';
import type { Options as DocsOptions } from '@docusaurus/plugin-content-docs';
import type { Options as RedirectOptions } from '@docusaurus/plugin-client-redirects';
import { readEnvironmentOrExit } from './src/build/environment';
import { chapters, numberedTitle } from './src/book/chapters';
import { codeLanguages, codeTheme } from './src/code/themes';
import { announcement } from './src/build/announcement';
import { pageTemplate } from './src/app/document';
import { writtenChapters } from './src/book/pages';
import { versions } from './src/data';
import codeRegions, { type CodeRegionsOptions } from './src/code/include';
import exampleDependencies from './src/build/plugins/exampleDependencies';
import errorIndex from './src/book/entries/errorIndex';
import minutes from './src/book/entries/minutes';
import practices from './src/book/entries/practices';
import stamp from './src/book/entries/stamp';
import claims from './src/book/entries/claims';
import changes from './src/book/entries/changes';
import sections from './src/article/build/sections';
import type { SiteFields } from './src/lib/siteFields';

const environment = readEnvironmentOrExit();
const repositoryUrl = `https://github.com/${environment.repository.owner}/${environment.repository.name}`;
const editUrl = `${repositoryUrl}/edit/${environment.branch}/`;

const codeRegionsOptions: CodeRegionsOptions = { root: __dirname, versions: versions.tokens };

/** What both docs instances share. */
const sharedDocsOptions = {
  editUrl,
  breadcrumbs: true,
  versions: { current: { label: 'Next' } },
  admonitions: true,
  beforeDefaultRemarkPlugins: [
    [claims, { root: __dirname }],
    [codeRegions, codeRegionsOptions],
    [stamp, { root: __dirname }],
    minutes,
    changes,
  ],
} satisfies DocsOptions;

const presetClassicOptions: Preset.Options = {
  docs: { ...sharedDocsOptions, routeBasePath: '/', sidebarPath: './sidebars.ts' },
  blog: false,
  pages: false,
  theme: { customCss: './src/styles/custom.css' },
};

const appendixOptions: DocsOptions = {
  ...sharedDocsOptions,
  id: 'appendix',
  path: 'appendix',
  routeBasePath: 'appendix',
  beforeDefaultRemarkPlugins: [
    [errorIndex, { root: __dirname }],
    [practices, { root: __dirname }],
    ...sharedDocsOptions.beforeDefaultRemarkPlugins,
  ],
  rehypePlugins: [[sections, { pages: { 'faq.mdx': 19, 'best-practices.mdx': 60 } }]],
  sidebarPath: './sidebarsAppendix.ts',
};

const redirectOptions: RedirectOptions = {
  redirects: [{ from: '/appendix', to: '/appendix/faq' }],
};

/** Chapters the footer points to, as far as they are written (specification, section 2). */
const footerChapters = [
  'chapter01-introduction',
  'chapter05-configuration',
  'chapter11-data-access',
];

const themeConfig: Preset.ThemeConfig = {
  image: 'img/social-card.png',
  ...(announcement && { announcementBar: announcement }),
  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true },
  docs: {
    versionPersistence: 'localStorage',
    sidebar: { hideable: true, autoCollapseCategories: true },
  },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  navbar: {
    title: 'Spring Boot 教程',
    hideOnScroll: false,
    logo: { alt: 'Spring Boot 教程标志', src: 'img/logo.svg' },
    items: [
      {
        type: 'docSidebar',
        sidebarId: 'tutorialSidebar',
        position: 'left',
        label: '教程 Tutorial',
      },
      { href: repositoryUrl, position: 'right', label: 'GitHub' },
    ],
  },
  footer: {
    style: 'dark',
    links: [
      {
        title: '教程 Tutorial',
        items: writtenChapters()
          .filter(({ id }) => footerChapters.includes(id))
          .map((chapter) => ({ label: numberedTitle(chapter), to: `/chapters/${chapter.id}` })),
      },
      {
        title: '社区 Community',
        items: [
          { label: '代码仓库', href: repositoryUrl },
          { label: '问题反馈', href: `${repositoryUrl}/issues` },
        ],
      },
      {
        title: '更多 More',
        items: [
          { label: 'Spring Boot 官网', href: 'https://spring.io/projects/spring-boot' },
          { label: 'Spring 指南', href: 'https://spring.io/guides' },
        ],
      },
    ],
    copyright: `Copyright © ${new Date().getFullYear()} Spring Boot 教程`,
  },
  prism: {
    theme: codeTheme,
    additionalLanguages: codeLanguages,
  },
};

const config: Config = {
  title: 'Spring Boot 教程',
  tagline: '从入门到精通',
  favicon: 'img/favicon.svg',
  // For browsers that take no SVG as an icon, and for home screens.
  headTags: [
    {
      tagName: 'link',
      attributes: {
        rel: 'icon',
        type: 'image/png',
        sizes: '32x32',
        href: `${environment.baseUrl}img/favicon-32.png`,
      },
    },
    {
      tagName: 'link',
      attributes: {
        rel: 'apple-touch-icon',
        href: `${environment.baseUrl}img/apple-touch-icon.png`,
      },
    },
  ],
  url: environment.siteUrl,
  baseUrl: environment.baseUrl,
  organizationName: environment.repository.owner,
  projectName: environment.repository.name,
  ssrTemplate: pageTemplate,
  onBrokenLinks: 'throw',
  onBrokenMarkdownLinks: 'warn',
  onBrokenAnchors: 'warn',
  onDuplicateRoutes: 'warn',
  i18n: {
    defaultLocale: 'zh-Hans',
    locales: ['zh-Hans'],
    localeConfigs: {
      'zh-Hans': { label: '简体中文', direction: 'ltr', htmlLang: 'zh-Hans', calendar: 'gregory' },
    },
  },
  future: { v4: { removeLegacyPostBuildHeadAttribute: true }, experimental_faster: true },
  customFields: {
    ads: environment.ads,
    repositoryUrl,
    branch: environment.branch,
    downloads: environment.downloads,
    springBoot: versions.tokens['spring-boot'] ?? '',
    chapterCount: chapters.length,
  } satisfies SiteFields as Config['customFields'],
  presets: [['classic', presetClassicOptions]],
  clientModules: [
    'app/boot',
    'app/announcement',
    'app/pageModules',
    'navigation/connection',
    'navigation/loading',
    'offline/client',
    'reading/client',
  ].map((name) => `./src/${name}.ts`),
  plugins: [
    ...[
      'ads',
      'article',
      'bundler',
      'colourMode',
      'errorMessages',
      'figures',
      'search',
      'twins',
      'unusedStyles',
    ].map((name) => `./src/build/plugins/${name}.ts`),
    ['@docusaurus/plugin-content-docs', appendixOptions],
    ['@docusaurus/plugin-client-redirects', redirectOptions],
    exampleDependencies,
  ],
  themeConfig,
};

export default config;
