import { randomInt } from 'node:crypto';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { KILLS } from '../../support/kills';
import { startOpenAiServer } from '../../vendors/openai-server';
import { expectedAnswer } from '../../vendors/vendor-request';
import type { VendorServer } from '../../vendors/vendor-server';
import { makeWorkplace, peopleTable, startBaiql } from './command';

const ROWS = KILLS * 30;
const PARALLEL = 20;
/** A reply that has come gives its place to the next request while it is stored. */
const AT_WORK = PARALLEL * 1.5;
const SCRIPT = `BATCH_START "Letters"
LOAD people.csv AS FILE
MODEL mock-latency-10
LIMIT PARALLEL ${PARALLEL}
OUTPUT letters.csv
PROMPT "Write to {NAME} in {TOWN}."
RUN
END_BATCH
`;

let vendor: VendorServer | null = null;
afterEach(async () => {
  await vendor?.close();
  vendor = null;
});

function readState(file: string) {
  const db = new Database(file, { readonly: true });
  try {
    return {
      id: db.prepare<[], { id: string }>('SELECT id FROM runs').get()?.id ?? '',
      replies: db.prepare<[], { count: number }>('SELECT count(*) AS count FROM replies').get()?.count ?? 0,
      paid: db.prepare<[], { key: string; text: string }>('SELECT key, text FROM replies').all(),
    };
  } finally {
    db.close();
  }
}

describe('baiql run, killed in its middle', () => {
  it('has every row once in its output and pays each once, after kills at random moments', async () => {
    const server = await startOpenAiServer();
    vendor = server;
    await using place = await makeWorkplace(SCRIPT, { 'people.csv': peopleTable(ROWS) });
    const args = [...place.args, '--base-url', server.baseUrl];

    let resume: string[] = [];
    const paidBefore = new Map<string, string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, finished } = startBaiql([...args, ...resume]);
      const until = server.log.stats.requests + randomInt(1, 30);
      await server.until((log) => log.stats.requests >= until);
      child.kill('SIGKILL');
      await finished;
      const { id, paid } = readState(place.at('state.db'));
      resume = ['--resume', id];
      // What was paid stays as it was paid.
      for (const [key, text] of paidBefore) expect(paid).toContainEqual({ key, text });
      for (const { key, text } of paid) paidBefore.set(key, text);
    }
    const { status, summary } = await startBaiql([...args, ...resume]).finished;

    expect(status).toBe(0);
    expect(summary).toMatchObject({ status: 'completed', total: ROWS, succeeded: ROWS, failed: 0 });
    const table = await place.readTable('letters.csv');
    expect(table).toEqual(
      Array.from({ length: ROWS }, (_, index) => {
        const [Name, Town] = [`Person ${index + 1}`, `Town ${index + 1}`];
        return { Name, Town, reply: expectedAnswer(`Write to ${Name} in ${Town}.`) };
      }),
    );
    expect(readState(place.at('state.db')).replies).toBe(ROWS);
    // Only what was in flight at a kill, or had come and was not yet on the disk, was asked for again.
    expect(server.log.stats.requests).toBeLessThanOrEqual(ROWS + KILLS * AT_WORK);
  });
});
