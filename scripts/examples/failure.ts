/** How the scripts stop: one clear line, no stack trace. */

/** Something the person at the keyboard can mend; the message is one line, or one line per problem. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Runs a script's main function; a Failure ends it with its message alone, anything else with a stack. */
export async function runScript(main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
