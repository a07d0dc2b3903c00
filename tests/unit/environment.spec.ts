import { expect, test } from '@playwright/test';
import { adSlots } from '../../src/ads/config';
import { EnvironmentError, readEnvironment } from '../../src/build/environment';

test('an owner may have an underscore, as the users that a company manages do', () => {
  const { repository } = readEnvironment({ GITHUB_REPOSITORY: 'reader_acme/book' });
  expect(repository).toEqual({ owner: 'reader_acme', name: 'book' });
});

test('an empty environment gives the documented defaults', () => {
  expect(readEnvironment({})).toEqual({
    siteUrl: 'https://spring-boot-book.example.com',
    baseUrl: '/',
    repository: { owner: 'spring-boot-book', name: 'spring-boot-book' },
    branch: 'main',
    downloads: false,
    ads: {
      enabled: true,
      client: 'ca-pub-0000000000000000',
      slotIds: {
        pageTop: adSlots.pageTop.placeholderId,
        pageBottom: adSlots.pageBottom.placeholderId,
        sidebar: adSlots.sidebar.placeholderId,
        content: adSlots.content.placeholderId,
        homePage: adSlots.homePage.placeholderId,
      },
    },
  });
});

test('every variable reaches its setting', () => {
  expect(
    readEnvironment({
      SITE_URL: 'http://book.test:8080',
      BASE_URL: '/repo/',
      GITHUB_REPOSITORY: 'some-owner/some.repo',
      BOOK_BRANCH: 'release/1.0',
      BOOK_DOWNLOADS: 'on',
      ADS: 'off',
      ADSENSE_CLIENT: 'ca-pub-1234567890123456',
      ADSENSE_SLOT_PAGE_TOP: '111111',
      ADSENSE_SLOT_PAGE_BOTTOM: '222222',
      ADSENSE_SLOT_SIDEBAR: '333333',
      ADSENSE_SLOT_CONTENT: '444444',
      ADSENSE_SLOT_HOME_PAGE: '555555',
    }),
  ).toEqual({
    siteUrl: 'http://book.test:8080',
    baseUrl: '/repo/',
    repository: { owner: 'some-owner', name: 'some.repo' },
    branch: 'release/1.0',
    downloads: true,
    ads: {
      enabled: false,
      client: 'ca-pub-1234567890123456',
      slotIds: {
        pageTop: '111111',
        pageBottom: '222222',
        sidebar: '333333',
        content: '444444',
        homePage: '555555',
      },
    },
  });
});

test('a nested base URL is accepted', () => {
  expect(readEnvironment({ BASE_URL: '/group/repo/' }).baseUrl).toBe('/group/repo/');
});

const badValues: Readonly<Record<string, readonly string[]>> = {
  SITE_URL: [
    '',
    'not-a-url',
    'ftp://book.test',
    'javascript:alert(1)',
    'https://book.test/',
    'https://book.test/path',
    'https://user:word@book.test',
    'https://book.test?x=1',
    '"><script>',
  ],
  BASE_URL: ['', 'repo', '/repo', 'repo/', '//', '/a//b/', '/../', '/./', '/a b/', '/"><script>/'],
  GITHUB_REPOSITORY: [
    '',
    'owner',
    'owner/',
    '/name',
    'a/b/c',
    'owner/..',
    'owner/.',
    'o"/><script>',
  ],
  BOOK_BRANCH: ['', '-x', 'a..b', 'main/', 'a//b', 'a b', '"><script>'],
  ADS: ['', 'true', 'ON', '0'],
  BOOK_DOWNLOADS: ['', 'true', 'ON'],
  ADSENSE_CLIENT: [
    '',
    '"><script>',
    'pub-1234567890123456',
    'ca-pub-123',
    'ca-pub-12345678901234567',
    'ca-pub-1234567890123456\n',
    ' ca-pub-1234567890123456',
  ],
  ADSENSE_SLOT_PAGE_TOP: ['', 'abc', '12345', '1'.repeat(21), '"><script>'],
  ADSENSE_SLOT_PAGE_BOTTOM: ['', 'abc'],
  ADSENSE_SLOT_SIDEBAR: ['', 'abc'],
  ADSENSE_SLOT_CONTENT: ['', 'abc'],
  ADSENSE_SLOT_HOME_PAGE: ['', 'abc'],
};

for (const [variable, values] of Object.entries(badValues)) {
  for (const value of values) {
    test(`${variable}=${JSON.stringify(value)} is refused in one line with value and example`, () => {
      let message = '';
      try {
        readEnvironment({ [variable]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(EnvironmentError);
        message = (error as EnvironmentError).message;
      }
      expect(message).toContain(`环境变量 ${variable} 的值 ${JSON.stringify(value)}`);
      expect(message.split('\n')).toHaveLength(1);
      const example = new RegExp(`示例：${variable}=(.+)$`).exec(message)?.[1];
      expect(() => readEnvironment({ [variable]: example })).not.toThrow();
      expect(example).toBeTruthy();
    });
  }
}
