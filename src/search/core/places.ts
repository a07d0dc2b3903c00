/** The sections of the index as the ranking sees them: where each stands, and what its kind is worth. */
import { foldCase, foldScript, foldWidth, type Variants } from './fold';
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
const secondary: Readonly<Record<string, number>> = {
  summary: 0.65,
  exercises: 0.7,
  'further-reading': 0.4,
};
/** A section with subsections introduces them. */
const mainSectionWeight = 1.1;
const exerciseWeight = 0.55;

/** Anchor of a chapter's section on what goes wrong. */
const pitfalls = 'pitfalls';

const kindWeights: Readonly<Record<PageEntry['kind'], number>> = {
  chapter: 1,
  errors: 0.8,
  appendix: 0.9,
  home: 0.7,
  overview: 0.5,
};

/** A page's beginning announces what its sections explain. */
const beginningWeight = 0.6;

function sectionWeight({ anchor, level }: SectionEntry): number {
  if (level === 1) return beginningWeight;
  if (level === 2 && !(anchor in secondary)) return mainSectionWeight;
  return anchor.startsWith('exercise-') ? exerciseWeight : (secondary[anchor] ?? 1);
}

/** The sections of a page, in order. */
export function placesOf(page: PageEntry, variants: Variants): Place[] {
  const open: SectionEntry[] = [];
  return page.sections.map((section, position) => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= section.level) open.pop();
    const above = open.filter(({ level }) => level > 1).map(({ heading }) => heading);
    const inPitfalls = open.some(({ anchor }) => anchor === pitfalls);
    open.push(section);
    return {
      page,
      section,
      position,
      above,
      inPitfalls,
      compactAnchor: compact(section.anchor),
      compactHeading: compact(foldCase(foldScript(foldWidth(headingText(section)), variants))),
      weight: kindWeights[page.kind] * sectionWeight(section),
    };
  });
}

/** A heading without its chapter number. */
function headingText({ heading, level }: SectionEntry): string {
  return level === 1 ? heading.replace(/^第\s*\d+\s*章\s*/, '') : heading;
}
