import { expect, test } from '@playwright/test';
import { canonicalAddress, escapeMalformed, withoutHtmlSuffix } from '../../src/navigation/address';

test('text that decodes is left alone, other text decodes to itself', () => {
  for (const text of ['', '#a', '#%E9%99%84', '/a%2Fb', '/附录']) {
    expect(escapeMalformed(text)).toBe(text);
  }
  for (const text of ['#50%', '#%E0%A4%A', '/%', '/a%zz%41']) {
    expect(decodeURIComponent(escapeMalformed(text))).toBe(text);
  }
});

test('the suffix of a page address is taken off, nothing else', () => {
  expect(withoutHtmlSuffix('/a.html')).toBe('/a');
  expect(withoutHtmlSuffix('/a/index.html')).toBe('/a');
  expect(withoutHtmlSuffix('/index.html')).toBe('/');
  expect(withoutHtmlSuffix('/a.htm')).toBe('/a.htm');
  expect(withoutHtmlSuffix('/html')).toBe('/html');
});

test('a canonical address keeps its identity, any other loses its oddities and keeps the rest', () => {
  const canonical = { pathname: '/chapters/a', search: '?q', hash: '#h', key: 'k' };
  expect(canonicalAddress(canonical, '/')).toBe(canonical);
  expect(canonicalAddress({ ...canonical, pathname: '/' }, '/').pathname).toBe('/');
  expect(canonicalAddress({ ...canonical, pathname: '/repo/' }, '/repo/').pathname).toBe('/repo/');
  expect(canonicalAddress({ ...canonical, pathname: '/chapters/a/' }, '/')).toEqual(canonical);
  for (const pathname of ['/repo/appendix', '/repo/appendix/']) {
    expect(canonicalAddress({ pathname, hash: '#50%' }, '/repo/')).toEqual({
      pathname: '/repo/appendix/faq',
      hash: '#50%25',
    });
  }
});
