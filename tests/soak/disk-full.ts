import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { BalanceResponse } from '../../app/features/billing/schema';
import { makeWorkplace, peopleTable, startBaiql } from '../integration/baiql/command';
import { fileApi } from '../support/baiql-files';
import { gradingScript, runApi, table } from '../support/baiql-runs';
import { checkBooks, complete, vendorEnv } from '../support/paying-server';
import { ADMIN_ENV, apiOf, signInByApi, startServer } from '../support/server';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer } from '../vendors/vendor-server';
import { mountSmallDisk } from './small-disk';

const ROWS = 400;
const LONG_REPLY = 'A long letter. '.repeat(1_000).trim();

async function withVendor(work: (vendor: VendorServer) => Promise<void>): Promise<void> {
  const vendor = await startOpenAiServer();
  try {
    await work(vendor);
  } finally {
    await vendor.close();
  }
}

const answerAtLength = (vendor: VendorServer): void => {
  vendor.script(...Array.from({ length: ROWS }, () => ({ kind: 'reply' as const, text: LONG_REPLY })));
};

/** The disk fills under a run: it stops, and goes on with what it has paid when there is room. */
async function soakCommandLine(vendor: VendorServer): Promise<void> {
  using disk = mountSmallDisk(8);
  process.env.TMPDIR = disk.folder;
  answerAtLength(vendor);
  const script = `BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
LIMIT PARALLEL 16
OUTPUT letters.csv
PROMPT "Write to {NAME} in {TOWN}."
RUN
END_BATCH
`;
  await using place = await makeWorkplace(script, { 'people.csv': peopleTable(ROWS) });
  const args = [...place.args, '--base-url', vendor.baseUrl];

  const first = await startBaiql(args).finished;
  assert.equal(first.summary?.status, 'failed');
  assert.match(first.complaints, /disk is full/u);
  assert.ok(vendor.log.stats.requests < ROWS);
  console.log(
    `baiql run: stopped after ${String(vendor.log.stats.requests)} of ${String(ROWS)} requests: ${first.complaints.trim().split('\n').at(-3) ?? ''}`,
  );

  disk.grow(64);
  const second = await startBaiql([...args, '--resume', first.summary.id]).finished;
  assert.equal(second.status, 0, second.complaints);
  assert.equal(vendor.log.stats.requests, ROWS);
  assert.deepEqual(vendor.log.promptsAnsweredTwice(), []);
  const rows = await place.readTable('letters.csv');
  assert.deepEqual(
    rows.map(({ Name }) => Name),
    Array.from({ length: ROWS }, (_, index) => `Person ${String(index + 1)}`),
  );
  assert.ok(rows.every(({ reply }) => reply === LONG_REPLY));
  console.log('baiql run: went on with room; every row once, nothing paid twice');
}

/** The disk is full under the server: calls are refused before they are sent, and work again when there is room. */
async function soakServer(vendor: VendorServer): Promise<void> {
  using disk = mountSmallDisk(48);
  const env = { ...ADMIN_ENV, ...vendorEnv(vendor) };
  const server = await startServer({ env, dataDir: disk.folder });
  try {
    const token = await signInByApi(server.origin);
    const send = (prompt: string) => complete(server.origin, token, { prompt });
    let answered = 0;
    disk.fill();
    let refused = 0;
    // A log that is written over from its beginning has room for some more calls.
    for (let call = 1; refused < 5; call += 1) {
      const before = vendor.log.stats.requests;
      const { status, body } = await send(`Call ${String(call)} `.repeat(500));
      if (status === 200) {
        answered += 1;
        continue;
      }
      assert.deepEqual([status, body.code], [503, 'ledger_unavailable'], JSON.stringify(body));
      assert.equal(vendor.log.stats.requests, before, 'a refused call was sent');
      refused += 1;
    }
    console.log(`server: ${String(answered)} calls answered on the full disk, then refused, and not sent`);
    disk.empty();
    assert.equal((await send('There is room again')).status, 200);
    answered += 1;
    const { body } = await apiOf(server.origin, token)<{ items: { kind: string }[] }>(
      'GET',
      '/api/billing/ledger?pageSize=500',
    );
    assert.equal(body.items.filter(({ kind }) => kind === 'usage').length, answered);
    assert.equal(vendor.log.stats.answered, answered);
    console.log('server: works again with room; each answered call charged once, no other');
    await soakCallsAtVendor(vendor, disk, server.origin, token);
    await soakServerRun(vendor, disk, server.origin, token);
  } finally {
    await server.stop();
  }
  const books = await checkBooks(disk.folder);
  assert.equal(books.status, 0, books.output);
  console.log('server: the books are right');
}

const AT_VENDOR = 40;

/** The disk fills while calls are at the vendor: their replies are given, also again, and booked when there is room. */
async function soakCallsAtVendor(
  vendor: VendorServer,
  disk: ReturnType<typeof mountSmallDisk>,
  origin: string,
  token: string,
): Promise<void> {
  const api = apiOf(origin, token);
  const balance = async () => (await api<BalanceResponse>('GET', '/api/billing/balance')).body;
  const ready = async () => (await fetch(`${origin}/readyz`)).status;
  const before = await balance();
  const { held, requests } = vendor.log.stats;
  const calls = Array.from({ length: AT_VENDOR }, () => randomUUID());
  const ask = (key: string) => complete(origin, token, { prompt: `Held ${key}` }, key);
  vendor.script(...calls.map(() => ({ kind: 'reply' as const, text: LONG_REPLY, hold: 'before' as const })));
  const pending = calls.map(ask);
  await vendor.until((log) => log.stats.held === held + AT_VENDOR);
  disk.fill();
  vendor.release();
  const replies = await Promise.all(pending);
  assert.ok(replies.every(({ status, body }) => status === 200 && body.text === LONG_REPLY));
  assert.equal(await ready(), 503);
  const again = await Promise.all(calls.map(ask));
  assert.ok(again.every(({ status, body }) => status === 200 && body.replayed));
  assert.equal((await complete(origin, token, { prompt: 'One more' })).status, 503);
  assert.equal(vendor.log.stats.requests, requests + AT_VENDOR);

  disk.empty();
  const sinceMs = performance.now();
  while ((await ready()) !== 200) {
    assert.ok(performance.now() - sinceMs < 60_000, 'the calls are not booked');
    await setTimeout(100);
  }
  const after = await balance();
  const cost = replies.reduce((sum, { body }) => sum + Math.round(body.costCents * 10_000), 0);
  assert.deepEqual([before.balanceMicroUsd - after.balanceMicroUsd, after.heldMicroUsd], [cost, 0]);
  console.log(
    `server: ${String(AT_VENDOR)} calls ended on the full disk, were answered twice, and booked by themselves`,
  );
}

/** The disk fills in the middle of a run on the server. */
async function soakServerRun(
  vendor: VendorServer,
  disk: ReturnType<typeof mountSmallDisk>,
  origin: string,
  token: string,
): Promise<void> {
  const runs = runApi(origin, token);
  await fileApi(origin, token).upload('/data/input/', { 'roster.csv': table(ROWS) });
  const before = vendor.log.stats.requests;
  answerAtLength(vendor);
  const { body } = await runs.execute(gradingScript());
  await vendor.until((log) => log.stats.requests >= before + 50);
  disk.fill();
  const [waiting] = (
    await runs.events(
      body.executionId,
      ({ name, data }) => name === 'progress' && data.isWaitingForRoom === true,
    )
  ).slice(-1);
  assert.equal(waiting?.data.status, 'running', JSON.stringify(waiting));
  assert.equal(waiting.data.failed, 0);
  console.log(
    `server: the run waits for room after ${String(vendor.log.stats.requests - before)} requests, and no row has failed`,
  );
  disk.empty();
  const ended = await runs.ended(body.executionId);
  assert.deepEqual(
    [ended.status, ended.succeeded, ended.failed],
    ['completed', ROWS, 0],
    JSON.stringify(ended),
  );
  assert.deepEqual(vendor.log.promptsAnsweredTwice(), []);
  console.log('server: the run went on by itself with room; every row once, nothing paid twice');
}

await withVendor(soakCommandLine);
delete process.env.TMPDIR;
await withVendor(soakServer);
