/** What a content check reports. */

/** One thing an author has to mend. */
export interface Problem {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  /** Line in that file, counted from 1; 0 if it is about the file as a whole. */
  readonly line: number;
  /** What is wrong and how to mend it, in one line. */
  readonly message: string;
}

/** `path:line message`, as editors and terminals make it clickable. */
export function formatProblem({ path, line, message }: Problem): string {
  return `${path}${line > 0 ? `:${line}` : ''} ${message}`;
}

/** Line of an index in a text, counted from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
