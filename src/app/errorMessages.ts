/** Puts a Chinese sentence before errors that Docusaurus reports in English only. */

/** Beginning of Docusaurus's message, and what it means. */
const explanations: readonly (readonly [beginning: RegExp, meaning: string])[] = [
  [/^No NavbarItem component found for type/, '导航栏里有一项的类型不存在。'],
  [/^A theme navbar item failed to render/, '导航栏里有一项没能显示，请检查它的配置。'],
  [/^Unexpected: no Docusaurus route context found/, '组件用在了路由之外，取不到路由信息。'],
  [/^The page component at .* doesn't have a default export/, '页面模块缺少默认导出。'],
  [/^Can't find any sidebar with id/, '没有这个编号的侧边栏，可用的编号列在后面。'],
  [/^Couldn't find any doc with id/, '没有这个编号的文档，可用的编号列在后面。'],
  [/^No docs version exist for name/, '没有这个版本，可用的版本列在后面。'],
];

/** Whether it is an error: the build runs a page's code in a realm of its own, whose `Error` is another one. */
export function isError(value: unknown): value is Error {
  return Object.prototype.toString.call(value) === '[object Error]';
}

/**
 * Returns an error whose message and chain of causes carry the Chinese sentence before the original
 * text; messages that are not known stay as they are.
 */
export function bilingualError(error: Error): Error {
  const meaning = explanations.find(([beginning]) => beginning.test(error.message))?.[1];
  const cause = isError(error.cause) ? bilingualError(error.cause) : error.cause;
  if (!meaning && cause === error.cause) return error;
  const message = meaning ? meaning + error.message : error.message;
  return cause === undefined ? new Error(message) : new Error(message, { cause });
}

/** The same function; an error it throws carries the Chinese sentence as well. */
export function withBilingualErrors<This, Args extends unknown[], Result>(
  run: (this: This, ...args: Args) => Result,
): (this: This, ...args: Args) => Result {
  return function bilingual(...args) {
    try {
      return run.apply(this, args);
    } catch (error) {
      throw isError(error) ? bilingualError(error) : error;
    }
  };
}
