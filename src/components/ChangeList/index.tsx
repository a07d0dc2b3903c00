import { Fragment, type CSSProperties, type ReactNode } from 'react';
import Heading from '@theme/Heading';
import Link from '@docusaurus/Link';
import { bookPages, type BookPage } from '@site/src/book/chapters';
import {
  changeKinds,
  changes,
  recentFrom,
  toldKinds,
  type Change,
  type ChangeKind,
} from '@site/src/book/changes';
import styles from './styles.module.css';

/** A page that changed, and its changes. */
interface Changed extends BookPage {
  readonly own: readonly Change[];
}

/** The pages that changed, in reading order. */
const changed: readonly Changed[] = bookPages
  .map((page) => ({ ...page, own: changes.filter((change) => change.page === page.id) }))
  .filter(({ own }) => own.length > 0);

/** When something changed, as the list says it: days long past stand together. */
const timeOf = ({ date }: Change): string => (date < recentFrom ? `${recentFrom} 之前` : date);

/** How many changes of a kind there are that the list does not tell. */
const counted: Readonly<Partial<Record<ChangeKind, string>>> = {
  added: '写在各节里，标题旁有“改过”',
  reworded: '事实没有变',
};

/** Letters of the text in the height of a line of code, between a phone's and a wide screen's. */
const lettersOfLine = 15;

/** About as high as so many lines of code, which is what src/styles/code.css reserves for a section out of sight. */
function heightOf(told: readonly Change[]): CSSProperties {
  const letters = told.reduce((sum, { text }) => sum + text.length, 0);
  return { '--lines': Math.round(letters / lettersOfLine) + 5 } as CSSProperties;
}

/** The changes of one kind and time together: what was false comes first, then the newest. */
function groups(told: readonly Change[]): (readonly Change[])[] {
  const times = [...new Set(told.map(timeOf))].reverse();
  return Object.keys(changeKinds)
    .flatMap((kind) =>
      times.map((time) => told.filter((one) => one.kind === kind && timeOf(one) === time)),
    )
    .filter(({ length }) => length > 0);
}

/** Text with `code` as code. */
function Marked({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));
}

/** One kind and day of a page's changes, section by section, each with the way to its place. */
function Group({ path, group }: { readonly path: string; readonly group: readonly Change[] }) {
  const sections = [...new Set(group.map(({ section }) => section))];
  return (
    <>
      <p>
        <strong>{group[0] && changeKinds[group[0].kind]}</strong>
        {group[0] && `（${timeOf(group[0])}）`}
      </p>
      <ul>
        {sections.map((place) => (
          <li key={place}>
            {group
              .filter(({ section }) => section === place)
              .map(({ text }, i) => (
                <Fragment key={text}>
                  {i > 0 && <br />}
                  <Marked text={`${text} `} />
                </Fragment>
              ))}
            <Link to={`/${path}${place && `#${place}`}`}>去看</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function PageChanges({ id, title, path, own }: Changed): ReactNode {
  const told = own.filter(({ kind }) => toldKinds.includes(kind));
  const counts = (Object.keys(counted) as ChangeKind[]).flatMap((kind) => {
    const count = own.filter((change) => change.kind === kind).length;
    return count > 0 ? [`${changeKinds[kind]} ${count} 处（${counted[kind]}）`] : [];
  });
  return (
    <section data-section="" style={heightOf(told)}>
      <Heading as="h2" id={id}>
        {title}
      </Heading>
      {groups(told).map((group) => (
        <Group key={group[0] && `${group[0].kind} ${timeOf(group[0])}`} path={path} group={group} />
      ))}
      {counts.length > 0 && <p>{counts.join('，')}</p>}
    </section>
  );
}

/** What changed, page by page, below links to each: the list is long, and a reader comes for the chapters read. */
export default function ChangeList(): ReactNode {
  // The search leads to the sections themselves.
  return (
    <div data-search-skip="">
      <nav aria-label="跳到一章的改动">
        <ul className={styles.jumps}>
          {changed.map(({ id, title }) => (
            <li key={id}>
              <Link to={`#${id}`}>{title}</Link>
            </li>
          ))}
        </ul>
      </nav>
      {changed.map((page) => (
        <PageChanges key={page.id} {...page} />
      ))}
    </div>
  );
}
