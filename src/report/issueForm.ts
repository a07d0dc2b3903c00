/** The address of the issue form for a mistake, with what we know of the place filled in. */

/** Where a reader found a mistake, and in which edition. */
export interface MistakePlace {
  /** Address of the page, with the section's anchor. */
  readonly page: string;
  /** What the section is called; empty for the page as a whole. */
  readonly section: string;
  /** The site's version. */
  readonly edition: string;
  /** The version of Spring Boot that the page was verified with. */
  readonly springBoot: string;
}

/** The form's file below `.github/ISSUE_TEMPLATE`; its fields have the names that are filled in here. */
export const formFile = 'mistake.yml';

/** @param repositoryUrl of the book's repository, without a slash at its end */
export function issueForm(repositoryUrl: string, place: MistakePlace): string {
  const { page, section, edition, springBoot } = place;
  const fields = new URLSearchParams({
    template: formFile,
    page,
    section,
    edition: `${edition}，Spring Boot ${springBoot}`,
  });
  return `${repositoryUrl}/issues/new?${fields}`;
}
