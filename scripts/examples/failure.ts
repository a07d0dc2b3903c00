/** How the scripts stop: one clear line, no stack trace. */

/** Something the person at the keyboard can mend; the message is one line, or one line per problem. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/**
 * Refuses arguments to a command that takes none: who writes one expects it to matter.
 *
 * @throws Failure naming them
 */
export function refuseArguments(command: string): void {
  const given = process.argv.slice(2);
  if (given.length === 0) return;
  throw new Failure(`npm run ${command} 不接受参数，请去掉 ${given.join(' ')}`);
}

/** What to say of an error: of a Failure and of a data file that is no JSON one line, of anything else its stack. */
function said(error: unknown): unknown {
  if (error instanceof Failure) return error.message;
  const [, file, reason] =
    (error instanceof SyntaxError && /^(\S.*\.json): (.*)$/s.exec(error.message)) || [];
  return file === undefined
    ? error
    : `${file} 不是有效的 JSON，请改正（有 <<<<<<< 就先解决合并冲突）：${reason?.replace(/\s+/g, ' ')}`;
}

/** Runs a script's main function; an error ends it with status 1. */
export async function runScript(main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(said(error));
    process.exitCode = 1;
  }
}
