import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../vendors/behaviour';
import { startOpenAiServer } from '../../vendors/openai-server';
import { expectedAnswer } from '../../vendors/vendor-request';
import type { VendorServer, VendorServerOptions } from '../../vendors/vendor-server';
import { makeWorkplace, peopleTable, startBaiql, startBaiqlUnread } from './command';

let vendor: VendorServer | null = null;
afterEach(async () => {
  await vendor?.close();
  vendor = null;
});

async function startVendor(options: VendorServerOptions = {}): Promise<VendorServer> {
  vendor = await startOpenAiServer(options);
  return vendor;
}

const letters = (limit: string, more = ''): string => `BATCH_START "Letters"
LOAD people.csv AS FILE
MODEL mock-small
LIMIT ${limit}
OUTPUT letters.csv
PROMPT "Write to {NAME} in {TOWN}."
RUN
${more}
END_BATCH
`;

const lettersTo = (rows: number): object[] =>
  Array.from({ length: rows }, (_, index) => {
    const [Name, Town] = [`Person ${index + 1}`, `Town ${index + 1}`];
    return { Name, Town, reply: expectedAnswer(`Write to ${Name} in ${Town}.`) };
  });

/** How far the run was when it last said so. */
const lastState = (complaints: string): string | undefined =>
  [...complaints.matchAll(/^[█░]+ (\d+\/\d+) /gmu)].at(-1)?.[1];

const many = (times: number, behaviour: Behaviour): Behaviour[] => Array<Behaviour>(times).fill(behaviour);

describe('baiql run, through faults that pass', () => {
  it('loses, fails and doubles no row when every kind of fault comes at random @soak', async () => {
    const server = await startVendor({ rate429: 0.05, rate500: 0.05, rateReset: 0.05, retryAfterS: 0 });
    await using place = await makeWorkplace(letters('10000 PARALLEL 20'), { 'people.csv': peopleTable(150) });

    const { status, complaints } = await startBaiql([...place.args, '--base-url', server.baseUrl]).finished;

    expect(status).toBe(0);
    expect(lastState(complaints)).toBe('150/150');
    expect(await place.readTable('letters.csv')).toEqual(lettersTo(150));
    expect(server.log.promptsAnsweredTwice()).toEqual([]);
  });
});

describe('baiql run, when rows fail for good', () => {
  it('lists them, and a resume tries those alone again', async () => {
    const server = await startVendor();
    server.script(...many(3, { kind: 'status', status: 400 }));
    await using place = await makeWorkplace(letters('10000 PARALLEL 1'), { 'people.csv': peopleTable(10) });
    const args = [...place.args, '--base-url', server.baseUrl];

    const first = await startBaiql(args).finished;

    expect(first.status).toBe(3);
    expect(lastState(first.complaints)).toBe('10/10');
    expect(first.summary).toMatchObject({ status: 'completed', succeeded: 7, failed: 3 });
    expect(await place.readTable('letters.csv')).toEqual(lettersTo(10).slice(3));
    const errors = await place.readTable('letters.csv.errors.csv');
    expect(errors.map(({ number, item }) => [number, item])).toEqual([
      ['1', 'Person 1'],
      ['2', 'Person 2'],
      ['3', 'Person 3'],
    ]);
    expect(errors[0]?.reason).not.toBe('');

    const again = await startBaiql([...args, '--resume', first.summary?.id ?? '']).finished;

    expect(again.status).toBe(0);
    expect(server.log.stats.requests).toBe(10 + 3);
    expect(await place.readTable('letters.csv')).toEqual(lettersTo(10));
    await expect(place.readOutput('letters.csv.errors.csv')).rejects.toThrow('ENOENT');
  });

  it('keeps what a statement could not use from answering a later run with CACHE @soak', async () => {
    const server = await startVendor();
    server.script({ kind: 'reply', text: 'about nine' }, { kind: 'reply', text: '9' });
    const script = letters('10000', 'GET SCORE\nIF SCORE > 10\nSKIP\nEND_IF').replace('\nRUN', '\nRUN CACHE');
    await using place = await makeWorkplace(script, { 'people.csv': peopleTable(1) });
    const args = [...place.args, '--base-url', server.baseUrl];

    expect((await startBaiql(args).finished).summary).toMatchObject({ failed: 1 });
    expect((await startBaiql(args).finished).summary).toMatchObject({ succeeded: 1 });
    expect((await startBaiql(args).finished).summary).toMatchObject({ succeeded: 1 });
    expect(server.log.stats.requests).toBe(2);
  });

  it('stops at the first with ERROR HALT, and keeps what is done @soak', async () => {
    const server = await startVendor();
    server.script({ kind: 'reply' }, { kind: 'reply' }, { kind: 'status', status: 400 });
    const script = letters('10000 PARALLEL 1', 'ERROR HALT');
    await using place = await makeWorkplace(script, { 'people.csv': peopleTable(10) });

    const { status, complaints, summary } = await startBaiql([...place.args, '--base-url', server.baseUrl])
      .finished;

    expect(status).toBe(4);
    expect(lastState(complaints)).toBe('3/10');
    expect(summary).toMatchObject({ status: 'failed', reason: 'halted', succeeded: 2, failed: 1 });
    expect(await place.readTable('letters.csv')).toEqual(lettersTo(2));
  });
});

describe('baiql run, resumed while it goes on', () => {
  it('says at once who works on it, and sends nothing @soak', async () => {
    const server = await startVendor();
    server.script(...many(4, { kind: 'reply', hold: 'before' }));
    await using place = await makeWorkplace(letters('10000 PARALLEL 4'), { 'people.csv': peopleTable(20) });
    const args = [...place.args, '--base-url', server.baseUrl];
    const first = startBaiql(args);
    let told = '';
    first.child.stderr.on('data', (said) => (told += String(said)));
    await server.until((log) => log.stats.held === 4);
    const id = /Run (\S+)/u.exec(told)?.[1] ?? '';

    const second = await startBaiql([...args, '--resume', id]).finished;

    expect(second.status).toBe(2);
    expect(second.complaints).toContain(`Run ${id} is in progress (process ${first.child.pid ?? 0}, since `);
    expect(second.complaints).not.toContain('    at ');
    expect(server.log.stats.requests).toBe(4);
    server.release();
    expect(await first.finished).toMatchObject({ status: 0 });
    expect(server.log.promptsAnsweredTwice()).toEqual([]);
  });
});

describe('baiql run, stopped on the way', () => {
  it('settles what is in flight after an interrupt, and a resume sends the rest alone', async () => {
    const server = await startVendor();
    server.script(...many(5, { kind: 'reply' }), ...many(4, { kind: 'reply', hold: 'before' }));
    await using place = await makeWorkplace(letters('10000 PARALLEL 4'), { 'people.csv': peopleTable(30) });
    const args = [...place.args, '--base-url', server.baseUrl];

    const { child, finished } = startBaiql(args);
    await server.until((log) => log.stats.held === 4);
    child.kill('SIGINT');
    await new Promise<void>((resolve) =>
      child.stderr.on('data', (said) => String(said).includes('Stopping') && resolve()),
    );
    server.release();
    const first = await finished;

    expect(first.status).toBe(4);
    expect(lastState(first.complaints)).toBe('9/30');
    expect(first.summary).toMatchObject({ status: 'failed', reason: 'cancelled', succeeded: 9 });
    expect(first.complaints).toContain(`--resume ${first.summary?.id ?? ''}`);
    expect(server.log.stats.requests).toBe(9);

    const second = await startBaiql([...args, '--resume', first.summary?.id ?? '']).finished;
    expect(second.status).toBe(0);
    expect(server.log.stats.requests).toBe(30);
    expect(await place.readTable('letters.csv')).toEqual(lettersTo(30));
  });

  it('ends as it would have when nobody reads what it says any more @soak', async () => {
    const server = await startVendor();
    server.script({ kind: 'status', status: 400 });
    await using place = await makeWorkplace(letters('10000 PARALLEL 1'), { 'people.csv': peopleTable(3) });

    const { output } = await startBaiqlUnread([...place.args, '--base-url', server.baseUrl]).finished;

    expect(output).toBe('3\n');
    expect(await place.readTable('letters.csv')).toEqual(lettersTo(3).slice(1));
  });

  it('stops before LIMIT COST is passed, and goes on with a higher one @soak', async () => {
    const server = await startVendor();
    const keys = { OPENAI_API_KEY: 'sk-local', OPENAI_BASE_URL: server.baseUrl };
    const script = letters('10000 PARALLEL 4 COST 0.005').replace('mock-small', 'gpt-4o-mini');
    await using place = await makeWorkplace(script, { 'people.csv': peopleTable(120) });

    const first = await startBaiql(place.args, keys).finished;

    expect(first.status).toBe(4);
    expect(first.summary).toMatchObject({ status: 'failed', reason: 'cost-limit' });
    expect(first.summary?.costUsd).toBeLessThanOrEqual(0.005);
    expect(first.summary?.succeeded).toBeGreaterThan(50);

    await writeFile(place.at('script.baiql'), script.replace('COST 0.005', 'COST 5'));
    const second = await startBaiql([...place.args, '--resume', first.summary?.id ?? ''], keys).finished;
    expect(second.status).toBe(0);
    expect(server.log.stats.requests).toBe(120);
    expect(await place.readTable('letters.csv')).toEqual(lettersTo(120));
  });

  it('refuses to go on when a source is not what it was @soak', async () => {
    const server = await startVendor();
    server.script(...many(5, { kind: 'reply' }), { kind: 'hang' });
    await using place = await makeWorkplace(letters('10000 PARALLEL 1'), { 'people.csv': peopleTable(30) });
    const args = [...place.args, '--base-url', server.baseUrl];
    const { child, finished } = startBaiql(args);
    let id = '';
    child.stderr.on('data', (said) => {
      id ||= /^Run (\S+)$/mu.exec(String(said))?.[1] ?? '';
    });
    await server.until((log) => log.stats.requests === 6);
    child.kill('SIGKILL');
    await finished;
    await appendFile(path.join(place.at('files'), 'people.csv'), 'One more,Far away\n');

    const { status, complaints, summary } = await startBaiql([...args, '--resume', id]).finished;

    expect(status).toBe(2);
    expect(summary).toMatchObject({ status: 'failed', reason: 'source-changed' });
    expect(complaints).toContain('/data/input/people.csv has changed since this run began');
    expect(server.log.stats.requests).toBe(6);
  });
});
