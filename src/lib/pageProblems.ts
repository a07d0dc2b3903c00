/** All that is wrong with a page, one line each; a remark plugin stops the build by it. Its stack is of no use to authors. */
export class PageProblems extends Error {
  /** Each `path:line what is wrong`. */
  declare readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    // Not enumerable: the MDX loader prints an error's own properties as JSON.
    Object.defineProperty(this, 'stack', { value: '', enumerable: false });
    Object.defineProperty(this, 'problems', { value: problems, enumerable: false });
  }
}
