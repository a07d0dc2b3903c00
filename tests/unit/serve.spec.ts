import { expect, test } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parsePort, serve } from '../../scripts/serve';

const site = { folder: 'tests/fixtures', baseUrl: '/repo/' };

test('a taken port leads to a later one, or to one line when no other is allowed', async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, done));
  const { port } = taken.address() as AddressInfo;
  try {
    const served = await serve({ ...site, port, furtherPorts: 20 });
    served.close();
    expect(served.address).toMatch(/^http:\/\/localhost:\d+\/repo\/$/);
    expect(served.address).not.toContain(`:${port}/`);
    await expect(serve({ ...site, port, furtherPorts: 0 })).rejects.toThrow(/端口.*--port 4000$/);
  } finally {
    taken.close();
  }
});

test('a path that cannot be decoded is not found, and not the end, in a folder without 404.html', async () => {
  const { address, close } = await serve({ ...site, port: 4800, furtherPorts: 50 });
  try {
    for (const path of ['%zz', '%yy']) {
      expect((await fetch(`${address}${path}`)).status).toBe(404);
    }
  } finally {
    close();
  }
});

test('a port is an integer a machine has', () => {
  expect(parsePort('4000')).toBe(4000);
  for (const text of ['0', '65536', '3.5', 'x', '', '-1']) {
    expect(() => parsePort(text)).toThrow(/^--port 的值 .* 无效：.*例如/);
  }
});
