/** The book’s own elements, which every page may use without importing them. */
import BookFigures from '@site/src/components/BookFigures';
import ChapterEnd from '@site/src/components/ChapterEnd';
import ChapterHead from '@site/src/components/ChapterHead';
import ContentAd from '@site/src/components/ContentAd';
import Deep, { Optional } from '@site/src/components/Deep';
import Exercise, { Answer, Hint } from '@site/src/components/Exercise';
import Practice from '@site/src/components/Practice';
import Proof from '@site/src/components/Proof';
import Reproduced from '@site/src/components/Reproduced';
import SourceLink from '@site/src/components/SourceLink';
import Stamp from '@site/src/components/Stamp';
import Version from '@site/src/components/Version';
import VersionTable from '@site/src/components/VersionTable';

export const pageElements = {
  Answer,
  BookFigures,
  ChapterEnd,
  ChapterHead,
  ContentAd,
  Deep,
  Exercise,
  Hint,
  Optional,
  Practice,
  Proof,
  Reproduced,
  SourceLink,
  Stamp,
  Version,
  VersionTable,
};
