/** The sections of the index as the ranking sees them: where each stands, and what its kind is worth. */
import { fold, type Variants } from './fold';
import type { PageEntry, SectionEntry } from './format';
import { compact } from './query';

/** A section, and where it stands. */
export interface Place {
  readonly page: PageEntry;
  readonly section: SectionEntry;
  readonly position: number;
  readonly above: readonly string[];
  readonly compactHeading: string;
  readonly compactAnchor: string;
  /** Whether it is one of a chapter's pitfalls. */
  readonly inPitfalls: boolean;
  /** Factor for what the page and the section are. */
  readonly weight: number;
}

/** Sections that repeat, list or announce what others explain. */
const secondary = /^(summary|exercises|further-reading|exercise-.*|)$/;
const secondaryWeight = 0.6;

/** A section with subsections introduces them. */
const mainSectionWeight = 1.1;

const kindWeights: Readonly<Record<PageEntry['kind'], number>> = {
  chapter: 1,
  errors: 0.8,
  appendix: 0.9,
  home: 0.7,
  overview: 0.5,
};

function sectionWeight({ anchor, level }: SectionEntry): number {
  if (secondary.test(anchor)) return secondaryWeight;
  return level === 2 ? mainSectionWeight : 1;
}

/** The sections of a page, in order. */
export function placesOf(page: PageEntry, variants: Variants): Place[] {
  const open: SectionEntry[] = [];
  return page.sections.map((section, position) => {
    while (open.length > 0 && open[open.length - 1].level >= section.level) open.pop();
    const above = open.filter(({ level }) => level > 1).map(({ heading }) => heading);
    const inPitfalls = open.some(({ anchor }) => anchor === 'pitfalls');
    open.push(section);
    // A chapter's heading without its number.
    const heading = section.heading.replace(/^第\s*\d+\s*章\s*/, '');
    return {
      page,
      section,
      position,
      above,
      inPitfalls,
      compactAnchor: compact(section.anchor),
      compactHeading: compact(fold(heading, variants)),
      weight: kindWeights[page.kind] * sectionWeight(section),
    };
  });
}
