import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { complete, type PayingServer } from '../support/paying-server';
import { sharePayingServer } from '../support/shared-server';

let paying: PayingServer;
beforeAll(async () => {
  paying = await sharePayingServer();
});
afterAll(() => paying.close());

it('while another program has the database locked, writes are refused as busy and all else goes on', async () => {
  const { server, token, api } = paying;
  const other = new SqliteDatabase(path.join(server.dataDir, 'app.db'));
  other.exec('BEGIN IMMEDIATE');
  const state = { isOver: false };
  const writes = Promise.all([
    api('POST', '/api/userpreferences', { DefaultDateRange: '30d' }),
    api('POST', '/api/baiql/scripts', { name: 'Mine', content: '# mine' }),
    complete(server.origin, token),
  ]).finally(() => {
    state.isOver = true;
  });

  // The writes wait for seconds. Were the event loop to wait with them, a handful of answers would come through.
  let answers = 0;
  while (!state.isOver && answers <= 50) {
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect((await api('GET', '/api/billing/balance')).status).toBe(200);
    answers += 1;
  }
  expect(answers).toBeGreaterThan(50);
  for (const { status, headers, body } of await writes) {
    expect(status).toBe(503);
    expect(headers.get('Retry-After')).toBe('1');
    expect(body.message).toContain('busy');
  }

  other.exec('COMMIT');
  other.close();
  expect((await api('POST', '/api/userpreferences', { DefaultDateRange: '30d' })).status).toBe(200);
  expect((await complete(server.origin, token)).status).toBe(200);
});
