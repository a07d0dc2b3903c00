/** Docusaurus plugin: beside every page its text as Markdown, and `llms.txt` and `llms-full.txt` at the site's root. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'cheerio';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { llmsFullTxt, llmsTxt, type Twin } from '../../twins/llms';
import { groupOf, placeOf } from '../../twins/pages';
import { toMarkdown } from '../../twins/toMarkdown';
import { twinPath } from '../../twins/twinPath';
import { builtPages, type BuiltPage } from '../builtPages';

const summary =
  '一本中文的 Spring Boot 书。代码都编译过，输出都是运行时录制的，报错都由测试复现；每页另有同名的 Markdown。';

/** The twin of a page, from the very document that readers get, so that the two cannot differ. */
async function twinOf({ path, file }: BuiltPage, root: string): Promise<Twin> {
  const html = await readFile(file, 'utf8');
  const $ = load(html);
  return {
    url: root + twinPath(path),
    title: $('main h1').first().text().trim(),
    description: $('meta[name="description"]').attr('content') ?? '',
    markdown: toMarkdown(html, root + path),
    group: groupOf(path),
  };
}

export default function twinsPlugin({ siteConfig }: LoadContext): Plugin {
  const { url, baseUrl, title, tagline } = siteConfig;
  return {
    name: 'twins',
    async postBuild({ outDir, routesPaths }) {
      const pages = builtPages(outDir, baseUrl, routesPaths)
        .filter(({ path }) => placeOf(path) >= 0)
        .sort((a, b) => placeOf(a.path) - placeOf(b.path));
      const twins: Twin[] = [];
      for (const page of pages) {
        const twin = await twinOf(page, url + baseUrl);
        await writeFile(join(outDir, twinPath(page.path)), twin.markdown);
        twins.push(twin);
      }
      const book = { title: `${title}：${tagline}`, summary };
      await writeFile(join(outDir, 'llms.txt'), llmsTxt(book, twins));
      await writeFile(join(outDir, 'llms-full.txt'), llmsFullTxt(book, twins));
    },
  };
}
