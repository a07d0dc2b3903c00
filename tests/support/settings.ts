/** Where the tests find the built sites; `TEST_PORT` moves all ports, ten of them, so that runs can stand side by side. */
export const firstPort = Number(process.env.TEST_PORT ?? 3100);

/** Addresses of the servers that Playwright starts. */
export const lenientUrl = `http://localhost:${firstPort}`;
export const strictUrl = `http://127.0.0.1:${firstPort + 1}`;
export const lenientPort = firstPort;
export const strictPort = firstPort + 1;

/** Ports that each stay free for one test alone. */
export const sparePorts: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9].map(
  (offset) => firstPort + offset,
);
