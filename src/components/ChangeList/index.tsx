import type { ReactNode } from 'react';
import Heading from '@theme/Heading';
import Link from '@docusaurus/Link';
import { appendixPages, chapterNumber, chapters } from '@site/src/book/chapters';
import { changeKinds, changes, type Change } from '@site/src/book/changes';

/** A page that changed, and where it is. */
interface Listed {
  readonly id: string;
  readonly title: string;
  readonly path: string;
}

/** All pages, in reading order. */
const pages: readonly Listed[] = [
  ...chapters.map(({ id, title }) => ({
    id,
    title: `第 ${chapterNumber(id)} 章 ${title}`,
    path: `/chapters/${id}`,
  })),
  ...appendixPages.map(({ id, title }) => ({ id, title, path: `/appendix/${id}` })),
];

const order = Object.keys(changeKinds);

/** What was false comes first, then the newest. */
function byWeight(a: Change, b: Change): number {
  return order.indexOf(a.kind) - order.indexOf(b.kind) || b.date.localeCompare(a.date);
}

/** Text with `code` as code. */
function Marked({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));
}

interface PageChangesProps {
  readonly page: Listed;
  readonly own: readonly Change[];
}

function PageChanges({ page, own }: PageChangesProps): ReactNode {
  return (
    <section>
      <Heading as="h2" id={page.id}>
        {page.title}
      </Heading>
      <ul>
        {[...own].sort(byWeight).map((change) => (
          <li key={change.text}>
            <strong>{changeKinds[change.kind]}</strong>（{change.date}）
            <Marked text={change.text} />{' '}
            <Link to={`${page.path}${change.section && `#${change.section}`}`}>去看</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What changed, page by page. */
export default function ChangeList(): ReactNode {
  const changed = pages
    .map((page) => ({ page, own: changes.filter((change) => change.page === page.id) }))
    .filter(({ own }) => own.length > 0);
  // The search leads to the sections themselves.
  return (
    <div data-search-skip="">
      {changed.map(({ page, own }) => (
        <PageChanges key={page.id} page={page} own={own} />
      ))}
    </div>
  );
}
