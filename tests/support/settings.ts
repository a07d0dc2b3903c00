/** Where the tests find the built sites; `TEST_PORT` moves all ports so that runs can stand side by side. */
export const firstPort = Number(process.env.TEST_PORT ?? 3100);

/** Addresses of the servers that Playwright starts. */
export const lenientUrl = `http://localhost:${firstPort}`;
export const strictUrl = `http://127.0.0.1:${firstPort + 1}`;
export const lenientPort = firstPort;
export const strictPort = firstPort + 1;
