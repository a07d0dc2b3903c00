import { expect, test } from '@playwright/test';
import { highlight } from '../../src/code/highlight';

/** What the reader sees and copies: the HTML without its elements. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

test('neighbours of one colour share an element, plain text has none', () => {
  expect(highlight('{"a": 1, "b": [true, null]}', 'json', {})).toBe(
    '{<span class="p">"a"</span>: <span class="n">1</span>, <span class="p">"b"</span>: [<span class="n">true</span>, <span class="k">null</span>]}',
  );
  expect(highlight('<a href="x">1 & 2</a>', 'xml', {})).toBe(
    '<span class="f">&lt;a </span><span class="p">href</span><span class="f">="x"&gt;</span>1 &amp; 2<span class="f">&lt;/a&gt;</span>',
  );
});

test('the text stays what it was, in every language and without one', () => {
  const code = 'a: "<b>"\n\n  # c & d\n\tlast: [1, 2]';
  for (const language of ['yaml', 'json', 'text', 'nowhere']) {
    expect(textOf(highlight(code, language, {}))).toBe(code);
  }
  expect(highlight(code, 'nowhere', {})).not.toContain('<span');
});

test('a token of several lines ends with each of them; marked lines are elements of their own', () => {
  expect(highlight('a: 1\n# x\n# y', 'yaml', { 0: ['marked', 'twice'], 2: ['marked'] })).toBe(
    '<span class="marked twice"><span class="p">a</span>: <span class="n">1</span>\n</span>' +
      '<span class="c"># x</span>\n<span class="marked"><span class="c"># y</span></span>',
  );
});
