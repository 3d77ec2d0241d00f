import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startOpenAiServer } from '../../vendors/openai-server';
import type { VendorServer } from '../../vendors/vendor-server';
import { makeWorkplace, peopleTable, startBaiql, startBaiqlWithLimit } from './command';

const ROWS = 300;
const SCRIPT = `BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
LIMIT PARALLEL 8
OUTPUT letters.csv
PROMPT "Write to {NAME} in {TOWN}."
RUN
END_BATCH
`;
const LONG_REPLY = 'A long letter. '.repeat(1_000);

let vendor: VendorServer | null = null;
afterEach(async () => {
  await vendor?.close();
  vendor = null;
});

async function startVendor(): Promise<VendorServer> {
  vendor = await startOpenAiServer();
  vendor.script(...Array.from({ length: ROWS }, () => ({ kind: 'reply' as const, text: LONG_REPLY })));
  return vendor;
}

async function rescueFiles(state: string): Promise<string[]> {
  const beside = await readdir(path.dirname(state));
  return beside.filter((name) => name.includes('rescue'));
}

describe('baiql run, when its state can no longer be written', () => {
  it('stops and says so; a resume goes on with every paid reply, and has every row once @soak', async () => {
    const server = await startVendor();
    await using place = await makeWorkplace(SCRIPT, { 'people.csv': peopleTable(ROWS) });
    const args = [...place.args, '--base-url', server.baseUrl];

    const first = await startBaiqlWithLimit(2_600, args).finished;

    expect(first.status).toBe(4);
    expect(first.summary).toMatchObject({ status: 'failed', reason: 'host' });
    expect(first.complaints).toContain(`${place.at('state.db')} can no longer be written`);
    expect(first.complaints).toContain('Everything you paid for is saved: free up disk space, then resume.');
    expect(server.log.stats.requests).toBeLessThan(ROWS);

    const second = await startBaiql([...args, '--resume', first.summary?.id ?? '']).finished;

    expect(second.status).toBe(0);
    expect(second.summary).toMatchObject({ status: 'completed', succeeded: ROWS });
    expect(server.log.stats.requests).toBe(ROWS);
    expect(server.log.promptsAnsweredTwice()).toEqual([]);
    const table = await place.readTable('letters.csv');
    expect(table.map(({ Name }) => Name)).toEqual(
      Array.from({ length: ROWS }, (_, index) => `Person ${index + 1}`),
    );
    expect(new Set(table.map(({ reply }) => reply))).toEqual(new Set([LONG_REPLY.trim()]));
    expect(await rescueFiles(place.at('state.db'))).toEqual([]);
  });

  it('does not begin where there is no room for what may be paid @soak', async () => {
    const server = await startVendor();
    await using place = await makeWorkplace(SCRIPT, { 'people.csv': peopleTable(ROWS) });

    const { status, complaints } = await startBaiqlWithLimit(1_500, [
      ...place.args,
      '--base-url',
      server.baseUrl,
    ]).finished;

    expect(status).toBe(2);
    expect(complaints).toContain(`The state file ${place.at('state.db')} cannot be used`);
    expect(server.log.stats.requests).toBe(0);
    expect(await rescueFiles(place.at('state.db'))).toEqual([]);
  });
});

describe('baiql fmt --write, on a full disk', () => {
  it('leaves the script as it was', async () => {
    const script = `prompt "${'x'.repeat(1_012)}"\nrun`;
    await using place = await makeWorkplace(script, {});

    const { status, complaints } = await startBaiqlWithLimit(1, ['fmt', '--write', place.at('script.baiql')])
      .finished;

    expect(status).toBe(2);
    expect(complaints).toContain('This file cannot be written');
    expect(await readFile(place.at('script.baiql'), 'utf8')).toBe(script);
  });
});
