import { randomUUID } from 'node:crypto';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSchema } from '../../app/core/edge/declare-call.server';
import { jsonSchemaOf } from '../../app/core/edge/openapi.server';
import { CALLS, idsIn, isOnesOwn, NOBODYS_ID, type DeclaredCall } from '../support/declared-calls';
import { fillWithMuch } from '../support/much-data';
import { builtPages } from '../support/pages';
import { sampleFields, sampleOf } from '../support/sample-of';
import {
  ADMIN,
  ADMIN_ENV,
  apiOf,
  signInByApi,
  startServer,
  type ApiAnswer,
  type TestServer,
} from '../support/server';
import { makeUserWithRole } from '../support/users-with-roles';

// Goes over every call, page and form that is about one thing: what belongs to others does not exist. A new one is in
// it without being named, and fails until something of its kind was left for others to try.

/** About nobody's things. */
const NOT_PERSONAL: Readonly<Record<string, string>> = {
  'POST /api/baiql/templates/:key/files': 'the templates come with the product',
  'GET /v1/models/:id*': 'the models are those of the server',
};

/** What everybody may do with the things that others publish: the prompts of the community. */
const WITH_PUBLISHED: Readonly<Record<string, string>> = {
  'GET /api/savedprompts/:id': 'it is there to be read',
  'POST /api/savedprompts/:id/render': 'it is there to be filled in',
  'POST /api/savedprompts/:id/use': 'it is there to be used',
  'POST /api/savedprompts/:id/like': 'readers say what is good',
  'POST /api/savedprompts/:id/report': 'readers say what is bad',
};

/** Tries of each kind: the calls count how often they are asked. */
const TRIES = 3;

let server: TestServer;
let owner: string;
let other: string;
/** Every id that the owner has seen, and those that others see as well. */
let ownersIds: string[];
let published: Set<string>;
beforeAll(async () => {
  server = await startServer({
    env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on', TRUST_PROXY: 'on', MAIL_REQUESTS_PER_HOUR: '1000' },
  });
  await fillWithMuch(server);
  owner = await signInByApi(server.origin);
  plantPasskey(server, ADMIN.email);
  const someone = await newUser();
  other = someone.token;
  makeTeam(server, someone, await newUser());
  ownersIds = [...(await idsInListsOf(owner)), ...(await leaveWhatNoListShows())];
  published = new Set(await idsInListsOf(other));
});
afterAll(() => server.stop());

const newUser = () => makeUserWithRole(server, 'paiduser');
const ask = (token: string, method: string, address: string, body?: unknown, headers = {}) =>
  apiOf(server.origin, token)(method, address, body, { ...headers });

async function idsInListsOf(token: string): Promise<string[]> {
  const lists = CALLS.filter(({ method, route }) => method === 'GET' && !route.path.includes(':'));
  const answers = await Promise.all(lists.map(({ route }) => ask(token, 'GET', route.path)));
  return idsIn(JSON.stringify(answers.map(({ body }) => body)));
}

async function leaveWhatNoListShows(): Promise<string[]> {
  const key = randomUUID();
  const send = { provider: 'demo', model: 'demo', prompt: 'Why are leaves green?' };
  const sent = await ask(owner, 'POST', '/api/ai/complete', send, { 'X-Idempotency-Key': key });
  const scriptContent = 'BATCH_START\nPROMPT "Hello"\nRUN\nEND_BATCH\n';
  const estimate = await ask(owner, 'POST', '/api/baiql/estimates', { scriptContent });
  const keys = await Promise.all([makeKey(owner, ADMIN), makeKey(owner, ADMIN)]);
  expect([sent.status, estimate.status, ...keys]).toEqual([200, 202, 201, 201]);
  const listed = await ask(owner, 'GET', '/api/keys');
  return [key, ...idsIn(JSON.stringify([estimate.body, listed.body]))];
}

const makeKey = async (token: string, { password }: { password: string }): Promise<number> =>
  (await ask(token, 'POST', '/api/keys', { name: 'A program', currentPassword: password })).status;

/** A request that fits its declaration, about the thing with that id, or the first of its parts. */
function askAbout(token: string, { method, route, call }: DeclaredCall, id: string): Promise<ApiAnswer> {
  let isPart = false;
  const address = route.path.replace(/:\w+/g, () => {
    const value = isPart ? '1' : encodeURIComponent(id);
    isPart = true;
    return value;
  });
  const query = new URLSearchParams(call.query && sampleFields(call.query));
  return ask(token, method, `${address}?${query}`, call.body && JSON.stringify(sampleOf(call.body)));
}

const reads = CALLS.filter(
  ({ method, route, call }) =>
    method === 'GET' && route.path.includes(':') && isOnesOwn(call.access) && isSchema(call.answer),
);
const isBelow = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);
/** The read of the same thing, or the nearest above it. */
const readAt = (path: string): DeclaredCall | undefined =>
  reads
    .filter(({ route }) => isBelow(path, route.path))
    .sort((a, b) => b.route.path.length - a.route.path.length)[0];

const found = new Map<string, Promise<string[]>>();
/** The ids under which the owner is shown what a call is about. */
function ownedFor(path: string): Promise<string[]> {
  const read = readAt(path);
  if (!read) throw new Error(`No GET reads what ${path} is about: whose it is cannot be tried.`);
  const known = found.get(read.name);
  if (known) return known;
  const above = read.route.path.replace(/\/[^/]+$/, '');
  const search = async () => {
    const candidates = readAt(above) ? await ownedFor(above) : ownersIds;
    const answers = await Promise.all(candidates.map((id) => askAbout(owner, read, id)));
    return candidates.filter((_, index) => answers[index]?.status === 200);
  };
  const searching = search();
  found.set(read.name, searching);
  return searching;
}

/** Everything that the owner is shown of these things. */
async function shownOf(path: string, ids: readonly string[]): Promise<unknown[]> {
  const [collection = path] = path.split('/:');
  const ofThem = reads.filter(({ route }) => isBelow(route.path, collection));
  const answers = await Promise.all(ids.flatMap((id) => ofThem.map((read) => askAbout(owner, read, id))));
  return answers.map(({ status, body }) => ({ status, body }));
}

const calls = CALLS.filter(
  ({ name, route, call }) => route.path.includes(':') && isOnesOwn(call.access) && !(name in NOT_PERSONAL),
);

/** What the owner keeps to themselves, of what a call is about. */
const keptFor = async (path: string): Promise<string[]> =>
  (await ownedFor(path)).filter((id) => !published.has(id)).slice(0, TRIES);

it.each(calls)('$name does not know what belongs to others, and leaves it alone', async (each) => {
  const { path } = each.route;
  const kept = await keptFor(path);
  expect(kept, 'what the owner keeps to themselves').not.toEqual([]);
  const before = await shownOf(path, kept);
  for (const id of [NOBODYS_ID, 'x', ...kept]) {
    const { status, body } = await askAbout(other, each, id);
    expect([id, status, typeof body.message]).toEqual([id, 404, 'string']);
  }
  const shared = (await ownedFor(path)).filter((id) => published.has(id)).slice(0, TRIES);
  const statuses = await Promise.all(shared.map(async (id) => (await askAbout(other, each, id)).status));
  const isForAll = each.name in WITH_PUBLISHED;
  if (isForAll) expect(shared, 'what the owner has published').not.toEqual([]);
  expect(statuses).toEqual(shared.map(() => (isForAll ? 200 : 404)));
  expect(await shownOf(path, kept)).toEqual(before);
});

describe('every page', async () => {
  const pages = await builtPages();

  it.each(
    pages.filter(
      ({ pattern, access }) => pattern.includes(':') && (isOnesOwn(access) || access === 'anyone'),
    ),
  )('$pattern does not know what belongs to others', async ({ access, addressWith }) => {
    const kept = new Set((await Promise.all(calls.map(({ route }) => keptFor(route.path)))).flat());
    const opened: string[] = [];
    for (const id of kept) if ((await ask(owner, 'GET', addressWith(id))).status === 200) opened.push(id);
    if (isOnesOwn(access)) expect(opened, 'what only the owner may open').not.toEqual([]);
    for (const id of opened) expect((await ask(other, 'GET', addressWith(id))).status, id).toBe(404);
  });

  /** A field is for an id by its name: what a form knows by a path or an address is not tried. */
  const formsWithIds = pages.flatMap(({ address, forms }) =>
    Object.entries(forms && isOnesOwn(forms.access) ? forms.schemas : {}).flatMap(([intent, schema]) => {
      const { properties = {} } = jsonSchemaOf(schema, 'input');
      const idFields = Object.keys(properties).filter((name) => /^id$|Id$/.test(name));
      return idFields.length === 0 ? [] : [{ address, intent, schema, idFields }];
    }),
  );

  it.each(formsWithIds)(
    'the form “$intent” of $address takes its owner’s ids, and nobody else’s',
    async ({ address, intent, schema, idFields }) => {
      const [mine, theirs, member] = [await newUser(), await newUser(), await newUser()];
      makeTeam(server, mine, member);
      makeTeam(server, theirs, await newUser());
      await sendForm(mine.token, '/teams', {
        intent: 'invite',
        email: `to-${mine.userId.slice(0, 8)}@example.org`,
      });
      await makeKey(mine.token, mine.account);
      plantPasskey(server, mine.account.email);
      const pageOf = async ({ token }: { token: string }) =>
        (await ask(token, 'GET', `${address}.data`)).body;
      const [before, othersPage] = [await pageOf(mine), await pageOf(theirs)];
      const ids = idsIn(JSON.stringify(before)).filter((id) => !JSON.stringify(othersPage).includes(id));
      const send = async ({ token }: { token: string }, id: string) => {
        const withIds = Object.fromEntries(idFields.map((name) => [name, id]));
        const form = { ...sampleFields(schema), ...withIds, intent };
        return (await sendForm(token, address, form)).status;
      };
      for (const id of [NOBODYS_ID, ...ids]) expect([id, await send(theirs, id)]).toEqual([id, 404]);
      expect(await pageOf(mine)).toEqual(before);
      const statuses: number[] = [];
      for (const id of ids) statuses.push(await send(mine, id));
      expect(Math.min(...statuses), 'what the owner may send').toBeLessThan(400);
    },
  );

  const sendForm = (token: string, address: string, fields: Record<string, string>) =>
    ask(token, 'POST', address, new URLSearchParams(fields).toString(), {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
});

it('has left no fault in the log', () => {
  expect(server.output()).not.toMatch(/"level":(?:50|60)/);
});

/** A passkey, and the recent proof that removing it takes. */
function plantPasskey({ dataDir }: TestServer, email: string): void {
  const database = new SqliteDatabase(path.join(dataDir, 'app.db'), { timeout: 5_000 });
  const [id, now] = [randomUUID(), Date.now()];
  try {
    database
      .prepare(
        'INSERT INTO passkey (id, user_id, name, public_key, created_at) SELECT ?, id, ?, ?, ? FROM "user" WHERE email = ?',
      )
      .run(id, 'Laptop', Buffer.from('a key'), now, email);
    database
      .prepare('UPDATE session SET proven_at = ? WHERE user_id = (SELECT id FROM "user" WHERE email = ?)')
      .run(now, email);
  } finally {
    database.close();
  }
}

/** A team whose plan is on, with one member, put into the database beside the running server. */
function makeTeam({ dataDir }: TestServer, owner: { userId: string }, member: { userId: string }) {
  const database = new SqliteDatabase(path.join(dataDir, 'app.db'), { timeout: 5_000 });
  const [teamId, now] = [randomUUID(), Date.now()];
  try {
    database
      .prepare(
        "INSERT INTO team (id, user_id, name, plan, seats, is_on, created_at) VALUES (?, ?, 'A team', 'team', 5, 1, ?)",
      )
      .run(teamId, owner.userId, now);
    database
      .prepare(
        "INSERT INTO team_member (user_id, team_id, rank, joined_at, has_seat) VALUES (?, ?, 'member', ?, 1)",
      )
      .run(member.userId, teamId, now);
  } finally {
    database.close();
  }
}
