import type { CSSProperties, ReactNode } from 'react';
import { chapterNumber } from '@site/src/book/chapterNumber';
import { useSiteFields } from '@site/src/lib/siteFields';

export interface BookProgressProps {
  /** Path of the page, with or without a trailing slash. */
  readonly path: string;
}

/** Where in the book a chapter stands, and how much follows; nothing on other pages. */
export default function BookProgress({ path }: BookProgressProps): ReactNode {
  const { chapterCount } = useSiteFields();
  const id = /\/(chapter\d\d-[^/]+)\/?$/.exec(path)?.[1];
  if (!id) return null;
  const position: CSSProperties & Record<`--${string}`, number> = {
    '--chapter': chapterNumber(id) + 1,
    '--chapters': chapterCount,
  };
  return (
    <div className="book-progress">
      <p className="book-progress__text">
        <strong>第 {chapterNumber(id)} 章</strong>
        <span>全书 {chapterCount} 章</span>
      </p>
      <div className="book-progress__bar" style={position} />
    </div>
  );
}
