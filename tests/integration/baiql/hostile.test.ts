import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunView } from '../../../app/features/baiql/index.server';
import { makeZip } from '../../../packages/documents/src/test-support/make-documents';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { makeUserWithRole } from '../../support/users-with-roles';
import { apiOf } from '../../support/server';

/** A few hundred kilobytes that unpack to more than what is read of any document. */
async function makeBombs() {
  const huge = Buffer.alloc(101 * 1024 * 1024);
  const small = Buffer.alloc(10);
  return {
    sheet: await makeZip({ 'xl/worksheets/sheet1.xml': huge, 'xl/workbook.xml': small }),
    text: await makeZip({ 'word/document.xml': huge, '[Content_Types].xml': small }),
  };
}

let paying: PayingServer;
let runs: ReturnType<typeof runApi>;
let files: ReturnType<typeof fileApi>;

beforeAll(async () => {
  paying = await sharePayingServer();
  runs = runApi(paying.server.origin, paying.token);
  files = fileApi(paying.server.origin, paying.token);
  await files.upload('/data/input/', { 'roster.csv': table(3) });
});
afterAll(async () => {
  expect(paying.server.output()).not.toContain('request failed');
  await paying.close();
});

describe('what belongs to somebody else', () => {
  it('does not exist, whatever is asked of it', async () => {
    const { body: run } = await runs.execute(gradingScript());
    await runs.ended(run.executionId);
    const { body: script } = await paying.api('POST', '/api/baiql/scripts', {
      name: 'Mine',
      content: '# mine',
    });
    const before = await runs.get(run.executionId);

    const other = await makeUserWithRole(paying.server, 'enterpriseadmin');
    const api = apiOf(paying.server.origin, other.token);
    const ofRun = `/api/baiql/execute/${run.executionId}`;
    const ofScript = `/api/baiql/scripts/${String(script.scriptId)}`;
    const calls: [string, string, unknown?][] = [
      ['GET', ofRun],
      ['GET', `${ofRun}/logs`],
      ['GET', `${ofRun}/items`],
      ['GET', `${ofRun}/events`],
      ['POST', `${ofRun}/cancel`],
      ['POST', `${ofRun}/resume`, { costLimitUsd: 5 }],
      ['POST', `${ofRun}/retry-failed`],
      ['GET', ofScript],
      ['PUT', ofScript, { name: 'Theirs', content: '# theirs' }],
      ['DELETE', ofScript],
      ['GET', '/api/baiql/files/content?path=/data/output/marks.csv'],
      ['PATCH', '/api/baiql/files', { path: '/data/output/marks.csv', to: '/data/output/theirs.csv' }],
      ['DELETE', '/api/baiql/files?path=/data/output/marks.csv'],
    ];
    for (const [method, address, body] of calls) {
      expect({ method, address, status: (await api(method, address, body)).status }).toEqual({
        method,
        address,
        status: 404,
      });
    }
    expect((await api<{ total: number }>('GET', '/api/baiql/execute')).body.total).toBe(0);
    expect((await api<unknown[]>('GET', '/api/baiql/scripts')).body).toEqual([]);
    expect(await runs.get(run.executionId)).toEqual(before);
    expect((await paying.api('GET', ofScript)).body).toMatchObject({ name: 'Mine', content: '# mine' });
  });
});

describe('absurd numbers', () => {
  let run: RunView;
  beforeAll(async () => {
    run = await runs.run(gradingScript());
  });

  it.each([
    ['page=0', 400],
    ['page=-1', 400],
    ['page=1.5', 400],
    ['page=NaN', 400],
    ['page=1e309', 400],
    ['page=99999999999999999999', 400],
    ['page=101', 400],
    ['page=100&pageSize=100', 200],
    ['pageSize=0', 400],
    ['pageSize=1000000', 400],
    ['pageSize=', 400],
    ['page=1&page=2', 200],
    ["page=1'--", 400],
  ])('are refused or harmless: %s', async (query, status) => {
    for (const address of ['/api/baiql/execute', `/api/baiql/execute/${run.executionId}/items`]) {
      expect({ address, status: (await paying.api('GET', `${address}?${query}`)).status }).toEqual({
        address,
        status,
      });
    }
  });

  it.each([[{ costLimitUsd: -1 }], [{ costLimitUsd: 1e300 }], [{ costLimitUsd: '5' }], [[]]])(
    'are no limit of cost: %j',
    async (body) => {
      expect((await runs.post(run.executionId, 'resume', body)).status).toBe(400);
    },
  );

  it.each(['after=-1', 'after=x', 'after=1e400'])('are no place in a log: %s', async (query) => {
    expect((await paying.api('GET', `/api/baiql/execute/${run.executionId}/logs?${query}`)).status).toBe(400);
  });
});

describe('hostile uploads', () => {
  /** A form as no browser would write it. */
  const raw = (filename: string) =>
    fetch(`${paying.server.origin}/api/baiql/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${paying.token}`, 'Content-Type': 'multipart/form-data; boundary=x' },
      body: [
        '--x\r\nContent-Disposition: form-data; name="path"\r\n\r\n/data/input/odd/\r\n',
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\ntext\r\n--x--\r\n`,
      ].join(''),
    });

  it.each([
    ['a NUL', 'a\u0000b.txt'],
    ['a device', 'CON.txt'],
    ['a device in a folder', 'aux/lpt1'],
    ['a very long name', `${'n'.repeat(5_000)}.txt`],
    ['a very long name of many bytes', `${'ü'.repeat(2_000)}.txt`],
    ['nothing but dots', '...'],
    ['a direction mark', 'exe.\u202efdp'],
    ['what Windows forbids', 'a<b>:c|d?.txt'],
    ['half a character', 'a\ud800b.txt'],
    ['three hundred folders', `${'d/'.repeat(300)}f.txt`],
  ])('with %s for a name are made safe, or refused in a sentence', async (_what, name) => {
    const response = await raw(name);
    const body = (await response.json()) as { entries?: { path: string }[]; message?: string };
    expect([201, 400]).toContain(response.status);
    if (response.status === 400) expect(body.message).toMatch(/\.$/);
    for (const { path } of body.entries ?? []) {
      expect(path).toMatch(/^\/data\/input\/odd\//);
      expect(path).not.toMatch(/\p{Cc}|[\u202a-\u202e<>:|?*\\]/u);
      expect((await files.download(path)).text).toBe('text');
      expect((await paying.api('DELETE', `/api/baiql/files?path=${encodeURIComponent(path)}`)).status).toBe(
        204,
      );
    }
  });

  it('of packed files that would become huge fail their own rows, and the server goes on @soak', async () => {
    const { sheet, text } = await makeBombs();
    const form = new FormData();
    form.append('path', '/data/input/bombs/');
    form.append('file', new File([new Uint8Array(sheet)], 'bomb.xlsx'));
    form.append('file', new File([new Uint8Array(text)], 'bomb.docx'));
    form.append('file', new File(['An honest text.'], 'honest.txt'));
    expect((await files.send(form)).status).toBe(201);

    const sent = paying.vendor.log.stats.requests;
    const ofFolder = await runs.run(
      'BATCH_START\nPATH_IN "/data/input/bombs/"\nLOAD "*.*" AS DIR\nMODEL gpt-4o-mini\nPROMPT "Read: {INPUT}"\nRUN\nOUTPUT "o.txt" MATCH\nEND_BATCH\n',
    );
    expect(ofFolder).toMatchObject({ status: 'completed', succeeded: 1 });
    expect(ofFolder.failed).toBeGreaterThanOrEqual(1);
    expect(paying.vendor.log.stats.requests).toBe(sent + 1);
    const ofTable = await runs.execute(
      'BATCH_START\nLOAD "bombs/bomb.xlsx" AS FILE\nMODEL gpt-4o-mini\nPROMPT "{COL1}"\nRUN\nOUTPUT o.csv\nEND_BATCH\n',
    );
    expect(ofTable.status).toBe(400);
    expect(ofTable.body.message).toMatch(/bomb\.xlsx/);
  });

  it('of thousands of tiny files end where the bound is, and cost no more than their number @soak', async () => {
    const form = new FormData();
    form.append('path', '/data/input/tiny/');
    for (let index = 0; index < 2_011; index += 1) form.append('file', new File(['x'], `${index}.txt`));
    expect((await files.send(form)).status).toBe(413);
    const { body } = await files.list('/data/input/tiny/');
    expect(body.entries.length).toBeLessThanOrEqual(2_010);
    expect((await paying.api('DELETE', '/api/baiql/files?path=/data/input/tiny/')).status).toBe(204);
  });
});

describe('cancel, resume and retry at once', () => {
  it('leave a run in one state, with every row once and paid once', async () => {
    const rows = 40;
    await files.upload('/data/input/', { 'race.csv': table(rows, 'Racer') });
    const script = gradingScript({ file: 'race.csv', out: 'race-marks.csv', limit: 'LIMIT PARALLEL 4' });
    const before = await paying.balance();
    const { body } = await runs.execute(script);
    const id = body.executionId;
    const moves = ['cancel', 'resume', 'retry-failed'] as const;
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, index) => runs.post(id, moves[index % 3] ?? 'cancel')),
      );
      for (const { status } of answers) expect([200, 202, 409]).toContain(status);
    }
    for (let run = await runs.ended(id); run.status !== 'completed'; run = await runs.ended(id)) {
      await runs.post(id, 'resume');
    }
    const { total, items } = await runs.items(id);
    expect(total).toBe(rows);
    expect(items.every(({ status }) => status === 'succeeded')).toBe(true);
    expect(paying.vendor.log.promptsAnsweredTwice().filter((prompt) => prompt.includes('Racer'))).toEqual([]);
    const { text } = await files.download('/data/output/race-marks.csv');
    expect(text.trim().split(/\r?\n/)).toHaveLength(rows + 1);
    const cost = items.reduce((sum, { costMicroUsd }) => sum + (costMicroUsd ?? 0), 0);
    expect(before.balanceMicroUsd - (await paying.balance()).balanceMicroUsd).toBe(cost);
    expect(await paying.balance()).toMatchObject({ heldMicroUsd: 0 });
  });
});
