/** The quick reading of a page's blocks against the parser's, where blocks stand in other things. */
import { expect, test } from '@playwright/test';
import { fencedBlocks } from '../../scripts/content/fences';
import { parsePage } from '../../scripts/content/pages';

const tick = '`'.repeat(3);

/** What of a block is counted. */
const counted = ({ meta, value, position }: ReturnType<typeof fencedBlocks>[number]): object => ({
  meta: meta ?? null,
  value,
  line: position?.start.line,
});

const pages: Record<string, string> = {
  'with settings and without': `${tick}java file=A.java region=a\n${tick}\n\n${tick}\na\n\nb\n${tick}\n`,
  'in a list': `1. 先写：\n\n   ${tick}bash title="一 二"\n   ls\n     -l\n   ${tick}\n\n2. 再写\n`,
  'in a quotation': `> 看：\n>\n> ${tick}text\n> 一\n> ${tick}\n`,
  'in a component': `<Tabs>\n  <TabItem value="a">\n\n    ${tick}xml\n    <a/>\n    ${tick}\n\n  </TabItem>\n</Tabs>\n`,
  'with a fence inside a longer one': `${tick}${'`'}md\n${tick}java\n${tick}\n${tick}${'`'}\n`,
  'that nobody closed': `${tick}text\n一\n\n`,
  'with tildes': `~~~yaml\na: ${tick}\n~~~\n`,
  'that is named like one in a line': `用 ${tick}java${tick} 开头\n`,
  'after front matter, with line ends of Windows': `---\r\ntitle: 一\r\n---\r\n\r\n${tick}java\r\nint a;\r\n${tick}\r\n`,
};

for (const [name, source] of Object.entries(pages)) {
  test(`blocks are read as the parser reads them: ${name}`, async () => {
    const { fences } = await parsePage('docs/x.mdx', source);
    expect(fencedBlocks(source).map(counted)).toEqual(fences.map(counted));
  });
}
