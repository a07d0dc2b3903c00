/** What becomes of a page's elements in its Markdown twin. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { formFile, issueForm } from '../../src/report/issueForm';
import { llmsTxt, type Twin } from '../../src/twins/llms';
import { groupOf, placeOf } from '../../src/twins/pages';
import { toMarkdown } from '../../src/twins/toMarkdown';
import { twinPath } from '../../src/twins/twinPath';

const address = 'https://book.example.com/chapters/one';

/** The twin of a text, without the line that says where it is from. */
function twin(text: string): string {
  const html = `<main><div class="theme-doc-markdown markdown">${text}</div></main>`;
  return toMarkdown(html, address).replace(/\n---\n\n来源：.*\n$/s, '');
}

test('a listing keeps its text, its language and the link to its file', () => {
  const listing = `<div data-kind="code"><div class="language-java theme-code-block">
    <div class="codeBlockTitle_x"><a href="https://example.com/A.java">src/<wbr>A.java</a></div>
    <div><pre tabindex="0"><code><span class="k">class</span> A&lt;T&gt; {
  // \`\`\`
}</code></pre><button>复制</button></div></div></div>`;
  expect(twin(listing)).toBe(
    '**[src/A.java](https://example.com/A.java)**\n\n````java\nclass A<T> {\n  // ```\n}\n````\n',
  );
});

test('what is folded, and a note, are quotations that open with their title', () => {
  const fold = '<details><summary>深入：<!-- -->缓存</summary><div><p>甲</p></div></details>';
  const note =
    '<div class="theme-admonition"><div class="admonitionHeading_x"><svg></svg>注意</div><div><p>乙</p></div></div>';
  expect(twin(fold + note)).toBe('> **深入：缓存**\n>\n> 甲\n\n> **注意**\n>\n> 乙\n');
});

test('each tab stands under its name', () => {
  const tabs = `<div class="tabs-container"><ul role="tablist"><li role="tab">Maven</li><li role="tab">Gradle</li></ul>
    <div><div role="tabpanel"><p>甲</p></div><div role="tabpanel" hidden><p>乙</p></div></div></div>`;
  expect(twin(tabs)).toBe('**Maven**\n\n甲\n\n**Gradle**\n\n乙\n');
});

test('a proof stands in brackets behind its claim', () => {
  const proof = `<p>销毁。<span data-proof=""><button>证</button><span id="p" popover="auto">证据：<!-- -->测试 <a href="https://example.com/T"><code>T.t</code></a></span></span></p>`;
  expect(twin(proof)).toBe('销毁。（证据：测试 [`T.t`](https://example.com/T)）\n');
});

test('links and pictures get whole addresses', () => {
  const text =
    '<p><a href="/appendix/faq">甲</a><a href="#b">乙</a><img src="/img/c.svg" alt="丙"></p>';
  expect(twin(text)).toBe(
    '[甲](https://book.example.com/appendix/faq)[乙](https://book.example.com/chapters/one#b)![丙](https://book.example.com/img/c.svg)\n',
  );
});

test('of a picture inside the page stays what it shows', () => {
  expect(twin('<p><img src="data:image/svg+xml;base64,AA" alt="三步"></p>')).toBe('_图：三步_\n');
});

test('a document without a text names the page', () => {
  expect(() => toMarkdown('<main></main>', address)).toThrow(address);
});

test('twins stand beside their pages', () => {
  expect(twinPath('/chapters/one')).toBe('/chapters/one.md');
  expect(twinPath('/repo/')).toBe('/repo/index.md');
  expect(twinPath('')).toBe('index.md');
});

test('the book is read from the home page through the chapters to the appendix', () => {
  const read = ['', 'chapters/chapter00-preface', 'chapters/chapter32-next-steps', 'appendix/faq'];
  expect(read.map(placeOf)).toEqual([...read.map(placeOf)].sort((a, b) => a - b));
  expect(placeOf('appendix/appendix/category/附录')).toBe(-1);
  expect(groupOf('chapters/chapter11-data-access')).toBe('第三部分 数据与安全');
});

test('llms.txt lists the pages of a group under its name', () => {
  const page = (title: string, group: string): Twin => ({
    url: `https://book.example.com/${title}.md`,
    title,
    description: '简介',
    markdown: '',
    group,
  });
  const text = llmsTxt({ title: '书', summary: '一本书' }, [page('a', '一'), page('b', '二')]);
  expect(text).toBe(
    '# 书\n\n> 一本书\n\n## 一\n\n- [a](https://book.example.com/a.md)：简介\n\n## 二\n\n- [b](https://book.example.com/b.md)：简介\n',
  );
});

test('the form for a mistake has every field that is filled in', () => {
  const place = {
    page: `${address}#x`,
    section: '缓存 & 键',
    edition: '1.0.0',
    springBoot: '4.1.2',
  };
  const url = new URL(issueForm('https://github.com/a/b', place));
  const form = readFileSync(`.github/ISSUE_TEMPLATE/${formFile}`, 'utf8');
  expect(url.searchParams.get('section')).toBe('缓存 & 键');
  for (const field of url.searchParams.keys()) {
    if (field !== 'template') expect(form).toContain(`id: ${field}\n`);
  }
});
