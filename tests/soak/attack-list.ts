import http from 'node:http';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { zipSync } from 'fflate';
import type { MadeTestDrives } from '../../app/features/accounts/schema';
import { makeNestedForms } from '../../packages/documents/src/test-support/make-documents';
import { runApi, table } from '../support/baiql-runs';
import type { PayingServer } from '../support/paying-server';
import { connectTo, pipeline, rawRequests } from '../support/pipelining';
import { signInByApi } from '../support/server';
import { createSignInAttacks } from './sign-in-attacks';

type Attack = () => Promise<void>;

/** An answer that does not come is given up: the attacker has other things to do. */
const MAX_TOTAL_WAIT_MS = 60_000;
const ACCOUNTS = 20;
const MEGABYTE = 1024 * 1024;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Everything that is sent, and how often each status came back; 0 for a connection that was cut. */
export async function createAttacks(paying: PayingServer) {
  const { server, token: admin } = paying;
  const { origin } = server;
  const statuses = new Map<number, number>();
  const count = (status: number): number => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return status;
  };

  async function send(
    method: string,
    address: string,
    { token, body, type = 'application/json', signal }: Sent = {},
  ): Promise<number> {
    const patience = AbortSignal.timeout(MAX_TOTAL_WAIT_MS);
    try {
      const response = await fetch(origin + address, {
        method,
        body: body ?? null,
        headers: {
          ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': type }),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(address === '/api/ai/complete' ? { 'X-Idempotency-Key': randomUUID() } : {}),
        },
        signal: signal ? AbortSignal.any([patience, signal]) : patience,
        redirect: 'manual',
      });
      await response.arrayBuffer();
      return count(response.status);
    } catch {
      return count(0);
    }
  }
  const json = (method: string, address: string, token: string, body: unknown) =>
    send(method, address, { token, body: JSON.stringify(body) });

  let made = 0;
  /** Accounts of the attacker: some pay, some do not. */
  async function makeAccounts(howMany: number, creditCents: number): Promise<string[]> {
    const { body } = await paying.api<MadeTestDrives>('POST', '/api/admin/test-drives', {
      first: made,
      count: howMany,
      domain: 'attackers.example.org',
      creditCents,
    });
    made += howMany;
    return Promise.all(body.made.map((account) => signInByApi(origin, account)));
  }
  const payers = await makeAccounts(ACCOUNTS, 1_000);
  const free = await makeAccounts(ACCOUNTS, 0);
  const payer = (index: number): string => payers[index % payers.length] ?? admin;

  async function upload(
    token: string,
    name: string,
    content: Uint8Array<ArrayBuffer> | string,
  ): Promise<void> {
    const form = new FormData();
    form.append('path', '/data/input/');
    form.append('file', new File([content], name));
    await send('POST', '/api/baiql/files', { token, body: form });
  }

  const prompt = { provider: 'openai', model: 'gpt-4o-mini', prompt: 'Why?', maxOutputTokens: 100 };
  const history = (messages: number, characters: number): string =>
    JSON.stringify({
      ...prompt,
      chatMode: true,
      history: times(messages, (index) => ({
        role: index % 2 === 0 ? 'user' : 'ai',
        content: 'why not '.repeat(characters / 8),
      })),
    });
  // Made once: the attacker's own event loop has better things to do.
  const tooLong = history(200, 300_000);
  const longHistory = history(104, 300_000);
  const ownWords = history(60, 300_000);
  const emptyLists = `[${'[],'.repeat(20_000_000)}1]`;
  const mistakes = JSON.stringify({
    mode: 'VALIDATE',
    scriptContent: times(40_000, (index) => `${String(index)}. WRITE_LGO "x"`).join('\n'),
  });
  const picture = (base64: string): string =>
    JSON.stringify({ ...prompt, attachments: [{ name: 'a.png', mimeType: 'image/png', base64 }] });
  const script = (file: string, body = 'PROMPT "Say {name}"\nRUN'): string =>
    `BATCH_START "Attack"\nLOAD "${file}" AS FILE\nMODEL "gpt-4o-mini"\nLIMIT PARALLEL 8\n${body}\nOUTPUT "out.csv" AGGREGATE\nEND_BATCH\n`;
  const validate = (token: string, scriptContent: string) =>
    json('POST', '/api/baiql/execute', token, { mode: 'VALIDATE', scriptContent });
  const chatty = script(
    'rows.csv',
    'LOOP 3000\nWRITE_LOG "{name} {LOOPCT}"\nEND_LOOP\nPROMPT "Say {name}"\nRUN',
  );

  // Any server has had a visitor: the first to open a page waits for its code to be compiled, attacked or not.
  for (const address of OPEN_ADDRESSES) await send('GET', address);
  await upload(payer(0), 'rows.csv', table(100, 'Row'));
  await upload(payer(0), 'nested.pdf', new Uint8Array(makeNestedForms(12)));
  await upload(payer(0), 'book.xlsx', new Uint8Array(bigWorkbook()));
  for (let saved = 0; saved < 100; saved += 1) {
    await json('POST', '/api/baiql/scripts', payer(1), {
      name: `Long ${String(saved)}`,
      content: '#'.repeat(488_000),
    });
  }

  async function startRun(token: string, scriptContent: string): Promise<string | undefined> {
    const { status, body } = await runApi(origin, token).execute(scriptContent);
    count(status);
    return body.executionId;
  }

  /** A stream that is opened and never read. */
  function openUnread(address: string, token: string): Promise<() => void> {
    return new Promise((resolve) => {
      const request = http.get(
        origin + address,
        { headers: { Authorization: `Bearer ${token}` } },
        (response) => {
          count(response.statusCode ?? 0);
          response.pause();
          resolve(() => request.destroy());
        },
      );
      request.once('error', () => resolve(() => undefined));
    });
  }

  const attacks: Record<string, Attack> = {
    'a history of 200 long messages, and as many as are read': async () => {
      await send('POST', '/api/ai/complete', { token: payer(0), body: tooLong });
      await send('POST', '/api/ai/complete', { token: payer(0), body: longHistory });
    },
    'a history of 60 messages of one’s own': async () => {
      await send('POST', '/api/ai/complete', { token: payer(0), body: ownWords });
    },
    '20 accounts with 60 MB and 31 MB each, paying and not': async () => {
      await Promise.all(
        [...payers, ...free].flatMap((token) => [
          send('POST', '/api/ai/complete', { token, body: tooLong }),
          send('POST', '/api/ai/complete', { token, body: longHistory }),
        ]),
      );
    },
    'a body of millions of empty lists': async () => {
      await send('POST', '/api/ai/complete', { token: payer(0), body: emptyLists });
    },
    'a megabyte of mistakes, five times at once': async () => {
      await Promise.all(
        times(5, () => send('POST', '/api/baiql/execute', { token: payer(2), body: mistakes })),
      );
    },
    'lists of long scripts': async () => {
      await Promise.all(times(8, () => send('GET', '/api/baiql/scripts', { token: payer(1) })));
    },
    'a run of many log lines, followed by readers that never read': async () => {
      const id = await startRun(payer(0), chatty);
      if (id === undefined) return;
      const leave = await Promise.all(
        times(8, () => openUnread(`/api/baiql/execute/${id}/events`, payer(0))),
      );
      await setTimeout(5_000);
      for (const each of leave) each();
      await json('POST', `/api/baiql/execute/${id}/cancel`, payer(0), {});
    },
    'a PDF of nested forms': async () => {
      await validate(payer(0), script('nested.pdf').replace('AS FILE', 'AS TEXT'));
    },
    'a workbook that unpacks to 50 MB': async () => {
      await Promise.all(times(3, () => validate(payer(0), script('book.xlsx'))));
    },
    'a database that another program has locked': async () => {
      const other = new SqliteDatabase(path.join(server.dataDir, 'app.db'), { timeout: 5_000 });
      other.exec('BEGIN IMMEDIATE');
      const writes = times(30, (index) =>
        index % 2 === 0
          ? json('POST', '/api/userpreferences', payer(index), { DefaultDateRange: '30d' })
          : json('POST', '/api/ai/complete', payer(index), prompt),
      );
      await setTimeout(10_000);
      other.exec('COMMIT');
      other.close();
      await Promise.all(writes);
    },
    'forms too large, methods unknown, bodies that are none': async () => {
      const form = { body: `email=${'x'.repeat(100_000)}`, type: 'application/x-www-form-urlencoded' };
      for (const page of ['/login', '/register', '/account', '/forgot-password'])
        await send('POST', page, form);
      for (const method of ['PUT', 'DELETE', 'PATCH'])
        await send(method, '/api/ai/complete', { token: admin });
      await trace(origin).then(count);
      for (const body of ['{', '[]', 'null', '\0', `{"a":${'['.repeat(50_000)}`]) {
        await send('POST', '/api/ai/complete', { token: payer(3), body });
      }
    },
    'files that are not what they say': async () => {
      const html = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64');
      await send('POST', '/api/ai/complete', { token: payer(4), body: picture(html) });
      await send('POST', '/api/ai/complete', { token: payer(4), body: picture('A'.repeat(34 * MEGABYTE)) });
    },
    'free requests that are broken off before their first word': async () => {
      const leave = new AbortController();
      const calls = times(5, () =>
        send('POST', '/api/ai/complete', {
          token: free[0] ?? admin,
          body: JSON.stringify(prompt),
          signal: leave.signal,
        }),
      );
      await setTimeout(150);
      leave.abort();
      await Promise.all(calls);
    },
    'accounts that are deleted while they are at work': async () => {
      const [leaver = admin] = await makeAccounts(1, 100);
      await upload(leaver, 'rows.csv', table(20, 'Leaver'));
      const work = [
        startRun(leaver, script('rows.csv')),
        json('POST', '/api/ai/complete', leaver, prompt),
        upload(leaver, 'late.bin', new Uint8Array(20 * MEGABYTE)),
      ];
      await json('POST', '/api/auth/delete-account', leaver, undefined);
      await Promise.all(work);
    },
    'uploads by everybody at once': async () => {
      await Promise.all(payers.map((token) => upload(token, 'large.bin', new Uint8Array(10 * MEGABYTE))));
    },
    'one connection that asks 500 times and is gone': async () => {
      for (const address of OPEN_ADDRESSES) {
        const socket = await connectTo(origin);
        socket.write(manyOf(address, 500), () => socket.destroy());
      }
      await setTimeout(5_000);
    },
    'connections that ask 90 times and never read': async () => {
      const sockets = await Promise.all(
        [...OPEN_ADDRESSES, ...OPEN_ADDRESSES].map(async (address) => {
          const socket = await connectTo(origin);
          socket.pause();
          socket.write(manyOf(address, 90));
          return socket;
        }),
      );
      await setTimeout(5_000);
      for (const socket of sockets) socket.destroy();
    },
    'one address that opens pages as fast as it can': async () => {
      await Promise.all(
        times(50, () =>
          pipeline(
            origin,
            times(40, () => ({ path: '/docs/learn/api' })),
          ),
        ),
      );
    },
    'signed-in lists, asked for 90 times on one connection': async () => {
      const Authorization = `Bearer ${admin}`;
      for (const address of await signedInLists(origin)) {
        const socket = await connectTo(origin);
        socket.write(manyOf(address, 90, { Authorization }), () => socket.destroy());
      }
      await setTimeout(5_000);
    },
    'more requests than anybody makes': async () => {
      await Promise.all(times(300, () => validate(payer(5), script('rows.csv'))));
    },
  };
  const breaches: string[] = [];
  const breach = (what: string): void => void breaches.push(what);
  Object.assign(attacks, await createSignInAttacks({ paying, count, breach }));
  return { attacks, statuses, breaches };
}

/** What costs a stranger nothing to ask for, and the server the most. */
const OPEN_ADDRESSES = [
  '/api/openapi.json',
  '/docs/learn/api',
  '/docs?q=a',
  '/login?returnTo=%2Fai',
  '/nothing',
];

const manyOf = (address: string, count: number, headers: Record<string, string> = {}): string =>
  rawRequests(
    times(count, () => ({ path: address, headers })),
    false,
  );

/** As the server itself describes them: a new one is among them. */
async function signedInLists(origin: string): Promise<string[]> {
  const { paths } = (await (await fetch(`${origin}/api/openapi.json`)).json()) as {
    paths: Record<string, { get?: { security: unknown[] } }>;
  };
  return Object.entries(paths).flatMap(([address, { get }]) =>
    get && get.security.length > 0 && !address.includes('{') ? [address] : [],
  );
}

interface Sent {
  token?: string;
  body?: string | FormData;
  type?: string;
  signal?: AbortSignal;
}

/** 5 MB that unpack to fifty, with a sheet in them. */
function bigWorkbook(): Uint8Array {
  const row = `<row>${'<c t="inlineStr"><is><t>a rather long text in a cell</t></is></c>'.repeat(20)}</row>`;
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row.repeat(36_000)}</sheetData></worksheet>`;
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zipSync(
    {
      'xl/workbook.xml': text(
        `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relation}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': text(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': text(sheet),
    },
    { level: 1 },
  );
}

/** `fetch` does not send it. */
function trace(origin: string): Promise<number> {
  return new Promise((resolve) => {
    http
      .request(origin, { method: 'TRACE' }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .once('error', () => resolve(0))
      .end();
  });
}
