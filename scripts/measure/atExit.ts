/** Leaves nothing behind when a measurement is interrupted: no temporary site, no server. */

/**
 * Cleans up when the process ends before it came to that itself.
 *
 * @param cleanUp runs to its end without waiting for anything; later registered, earlier called
 * @returns cleans up now, and not again
 */
export function atExit(cleanUp: () => void): () => void {
  process.prependOnceListener('exit', cleanUp);
  return () => {
    process.off('exit', cleanUp);
    cleanUp();
  };
}

/** Makes an interrupted process end as usual, which a signal alone would not. */
export function endOnSignals(): void {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}
