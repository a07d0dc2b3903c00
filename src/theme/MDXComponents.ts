// Adds the book's own components to those every page may use without importing them; tables scroll in themselves.
import MDXComponents from '@theme-original/MDXComponents';
import BookFigures from '@site/src/components/BookFigures';
import ChapterHead from '@site/src/components/ChapterHead';
import ContentAd from '@site/src/components/ContentAd';
import Exercise, { Answer, Hint } from '@site/src/components/Exercise';
import Practice from '@site/src/components/Practice';
import Reproduced from '@site/src/components/Reproduced';
import Stamp from '@site/src/components/Stamp';
import TableScroll from '@site/src/components/TableScroll';
import Version from '@site/src/components/Version';
import VersionTable from '@site/src/components/VersionTable';

export default {
  ...MDXComponents,
  table: TableScroll,
  Answer,
  BookFigures,
  ChapterHead,
  ContentAd,
  Exercise,
  Hint,
  Practice,
  Reproduced,
  Stamp,
  Version,
  VersionTable,
};
