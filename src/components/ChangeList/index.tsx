import type { CSSProperties, ReactNode } from 'react';
import Heading from '@theme/Heading';
import Link from '@docusaurus/Link';
import { appendixPages, chapterNumber, chapters } from '@site/src/book/chapters';
import {
  changeKinds,
  changes,
  toldKinds,
  type Change,
  type ChangeKind,
} from '@site/src/book/changes';
import styles from './styles.module.css';

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

/** Letters of the text in the height of a line of code, between a phone's and a wide screen's. */
const lettersOfLine = 15;

/** The changes of one kind and day: what was false comes first, then the newest. */
function groups(own: readonly Change[]): (readonly Change[])[] {
  const days = [...new Set(own.map(({ date }) => date))].sort().reverse();
  return Object.keys(changeKinds)
    .flatMap((kind) =>
      days.map((day) => own.filter((one) => one.kind === kind && one.date === day)),
    )
    .filter(({ length }) => length > 0);
}

/** Text with `code` as code. */
function Marked({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));
}

interface GroupProps {
  readonly page: Listed;
  readonly group: readonly Change[];
}

function Places({ page, group }: GroupProps): ReactNode {
  return (
    <ul>
      {group.map(({ text, section }) => (
        <li key={text}>
          <Marked text={`${text} `} />
          <Link to={`${page.path}${section && `#${section}`}`}>去看</Link>
        </li>
      ))}
    </ul>
  );
}

function Group({ page, group }: GroupProps): ReactNode {
  const [first] = group;
  if (!first) return null;
  return (
    <>
      <p>
        <strong>{changeKinds[first.kind]}</strong>（{first.date}）
      </p>
      <Places page={page} group={group} />
    </>
  );
}

/** How many changes of a kind there are that the list does not tell. */
const counted: Readonly<Partial<Record<ChangeKind, string>>> = {
  added: '写在各节里，标题旁有“改过”',
  reworded: '事实没有变',
};

interface CountsProps {
  readonly own: readonly Change[];
}

function Counts({ own }: CountsProps): ReactNode {
  const texts = (Object.keys(counted) as ChangeKind[]).flatMap((kind) => {
    const count = own.filter((change) => change.kind === kind).length;
    return count > 0 ? [`${changeKinds[kind]} ${count} 处（${counted[kind]}）`] : [];
  });
  return texts.length > 0 && <p>{texts.join('，')}</p>;
}

interface JumpsProps {
  readonly to: readonly Listed[];
}

/** A way to the changes of each page: the list is long, and a reader comes for the chapters read. */
function Jumps({ to }: JumpsProps): ReactNode {
  return (
    <nav aria-label="跳到一章的改动">
      <ul className={styles.jumps}>
        {to.map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PageChangesProps {
  readonly page: Listed;
  readonly own: readonly Change[];
}

/** About as high as so many lines of code, which is what src/styles/code.css reserves for a section out of sight. */
function heightOf(own: readonly Change[]): CSSProperties {
  const letters = own.reduce((sum, { text }) => sum + text.length, 0);
  return { '--lines': Math.round(letters / lettersOfLine) + 5 } as CSSProperties;
}

function PageChanges({ page, own }: PageChangesProps): ReactNode {
  const told = own.filter(({ kind }) => toldKinds.includes(kind));
  return (
    <section data-section="" style={heightOf(told)}>
      <Heading as="h2" id={page.id}>
        {page.title}
      </Heading>
      {groups(told).map((group) => (
        <Group key={`${group[0]?.kind} ${group[0]?.date}`} page={page} group={group} />
      ))}
      <Counts own={own} />
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
      <Jumps to={changed.map(({ page }) => page)} />
      {changed.map(({ page, own }) => (
        <PageChanges key={page.id} page={page} own={own} />
      ))}
    </div>
  );
}
