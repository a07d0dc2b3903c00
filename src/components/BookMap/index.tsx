import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { useActiveVersion } from '@docusaurus/plugin-content-docs/client';
import { appendixPages, chapterNumber, parts } from '@site/src/book/chapters';
import styles from './styles.module.css';

/** All parts and chapters, then the appendix; a chapter that has no page yet is plain text. */
export default function BookMap(): ReactNode {
  const docs = useActiveVersion(undefined)?.docs ?? [];
  const paths = new Map(docs.map(({ id, path }) => [id, path]));
  return (
    <div className={styles.map} data-book-map="">
      {parts.map((part) => (
        <section key={part.slug} className={styles.part}>
          <h3 className={styles.label}>{part.label}</h3>
          <ol className={styles.chapters}>
            {part.chapters.map(({ id, title }) => {
              const path = paths.get(`chapters/${id}`);
              return (
                <li key={id}>
                  <span className={styles.number}>
                    {String(chapterNumber(id)).padStart(2, '0')}
                  </span>
                  {path ? (
                    <Link to={path}>{title}</Link>
                  ) : (
                    <span className={styles.planned}>{title}</span>
                  )}
                </li>
              );
            })}
          </ol>
        </section>
      ))}
      <section className={styles.part}>
        <h3 className={styles.label}>附录</h3>
        <ul className={styles.chapters}>
          {appendixPages.map(({ id, title }) => (
            <li key={id}>
              <Link to={`/appendix/${id}`}>{title}</Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
