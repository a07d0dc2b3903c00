/** The site metadata and constants that the specification fixes (sections 1, 2, 3 and 9). */
import { expect, test } from '@playwright/test';
import config from '../../docusaurus.config';
import { dependencies, version } from '../../package.json';
import { chapters } from '../../src/book/chapters';
import { adSlots, adTiming } from '../../src/ads/config';

test('version, framework, title and tagline', () => {
  expect(version).toBe('1.0.0');
  for (const [name, wanted] of Object.entries(dependencies)) {
    if (name.startsWith('@docusaurus/')) expect(wanted, name).toBe('3.8.1');
  }
  expect(config).toMatchObject({
    title: 'Spring Boot 教程',
    tagline: '从入门到精通',
    baseUrl: '/',
  });
  expect(config.favicon).toBeTruthy();
});

test('one locale, left to right, with the Gregorian calendar', () => {
  expect(config.i18n).toMatchObject({
    defaultLocale: 'zh-Hans',
    locales: ['zh-Hans'],
    localeConfigs: { 'zh-Hans': { direction: 'ltr', calendar: 'gregory', htmlLang: 'zh-Hans' } },
  });
});

test('the frame’s settings', () => {
  expect(config.themeConfig).toMatchObject({
    colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true },
    docs: {
      versionPersistence: 'localStorage',
      sidebar: { hideable: true, autoCollapseCategories: true },
    },
    navbar: { hideOnScroll: false },
    footer: { style: 'dark' },
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  });
  // No namespace for the browser's storage: Docusaurus's own default.
  expect(config.future).not.toHaveProperty('experimental_storage');
});

test('what stops a build, and what warns', () => {
  expect(config).toMatchObject({
    onBrokenLinks: 'throw',
    onBrokenMarkdownLinks: 'warn',
    onBrokenAnchors: 'warn',
    onDuplicateRoutes: 'warn',
  });
});

test('two docs instances, no blog', () => {
  expect(config.presets?.[0]).toEqual([
    'classic',
    expect.objectContaining({
      blog: false,
      docs: expect.objectContaining({
        routeBasePath: '/',
        breadcrumbs: true,
        versions: { current: { label: 'Next' } },
      }),
    }),
  ]);
  expect(config.plugins).toContainEqual([
    '@docusaurus/plugin-content-docs',
    expect.objectContaining({ id: 'appendix', routeBasePath: 'appendix', breadcrumbs: true }),
  ]);
});

test('33 chapters, numbered through', () => {
  expect(chapters.map(({ id }) => id.slice(0, 9))).toEqual(
    Array.from({ length: 33 }, (_, number) => `chapter${String(number).padStart(2, '0')}`),
  );
});

test('the ads’ flags, heights and times', () => {
  const flags = Object.entries(adSlots).map(([name, { enabled }]) => [name, enabled]);
  expect(Object.fromEntries(flags)).toEqual({
    pageTop: true,
    pageBottom: true,
    sidebar: true,
    content: false,
    homePage: true,
  });
  expect(adSlots.pageTop.minHeightPx).toBe(90);
  expect(adSlots.pageBottom.minHeightPx).toBe(90);
  expect(adSlots.sidebar.minHeightPx).toBe(250);
  expect(adTiming).toEqual({
    rootMargin: '50px',
    threshold: 0.1,
    idleTimeoutMs: 2000,
    pollIntervalMs: 100,
    fillTimeoutMs: 5000,
  });
});
