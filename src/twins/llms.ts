/** The two files at the site's root that tell a language model what the book is and where its text is. */

/** A page's Markdown twin. */
export interface Twin {
  /** Address of the Markdown file. */
  readonly url: string;
  readonly title: string;
  /** What the page gives its reader, in one sentence. */
  readonly description: string;
  readonly markdown: string;
  /** Heading of `llms.txt` under which the page stands. */
  readonly group: string;
}

/** What both files open with. */
export interface Book {
  readonly title: string;
  readonly summary: string;
}

const opening = ({ title, summary }: Book): string => `# ${title}\n\n> ${summary}\n`;

/** `llms.txt`: each page with its address and what it is about, in the order of reading. */
export function llmsTxt(book: Book, twins: readonly Twin[]): string {
  const groups = [...new Set(twins.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const lines = twins
      .filter((twin) => twin.group === group)
      .map(({ title, url, description }) => `- [${title}](${url})：${description}`);
    return `\n## ${group}\n\n${lines.join('\n')}\n`;
  });
  return opening(book) + sections.join('');
}

/** `llms-full.txt`: the whole book in one file. */
export function llmsFullTxt(book: Book, twins: readonly Twin[]): string {
  return [opening(book), ...twins.map(({ markdown }) => markdown)].join('\n');
}
