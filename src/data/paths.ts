/** Where generated data stands, relative to the repository's root (build time only). */

/** Versions that the examples' build resolved. */
export const versionsFile = 'src/data/versions.json';

/** What the last test run of each chapter proved. */
export const verificationFile = 'src/data/verification.json';
