/** `npm run links`: asks every other site that the book links to whether the page is still there. */
import { Failure, refuseArguments, runScript } from '../examples/failure';
import { repositoryRoot } from '../examples/modules';
import { checkLink, externalLinks, formatLinkResults, type LinkResult } from './links';
import { readPages } from './pages';

/** Sites asked at the same time. */
const atOnce = 6;

void runScript(async () => {
  refuseArguments('links');
  const links = externalLinks(await readPages(repositoryRoot));
  const results: LinkResult[] = [];
  for (let at = 0; at < links.length; at += atOnce) {
    results.push(
      ...(await Promise.all(links.slice(at, at + atOnce).map((link) => checkLink(link)))),
    );
  }
  for (const line of formatLinkResults(results)) console.log(line);
  const count = (outcome: LinkResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  console.log(
    `共 ${results.length} 个站外链接：${count('ok')} 个打得开，${count('broken')} 个失效，${count('unclear')} 个没能确认`,
  );
  if (results.length > 0 && count('ok') === 0) {
    throw new Failure('一个也打不开：多半是这台机器上不了外网');
  }
  if (count('broken') > 0) throw new Failure('请换掉失效的链接，或删掉它们');
});
