import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { DAY_MS } from '~/core/shared/clock';
import { testServices, type TestServices } from '../../../../tests/support/services';
import {
  deleteSavedSession,
  getSavedSession,
  keepTurn,
  keepTurnSchema,
  listSavedSessions,
  listSessionsSchema,
  pinSession,
  predatesHistory,
  readTurns,
  removeTurn,
  saveSession,
  saveSessionSchema,
  sweepHistory,
  turnsQuerySchema,
} from '../index.server';

let services: TestServices;
beforeAll(() => {
  services = testServices({ HISTORY_MAX: '5' });
});
afterAll(() => services.close());

const usage = { inputTokens: 12, outputTokens: 4, costUsd: 0.000123 };
const exchange = (prompt: string, reply?: string, sent: object = {}) => [
  { role: 'user', text: prompt, label: 'You', atMs: services.clock(), sent },
  ...(reply === undefined ? [] : [{ role: 'ai', text: reply, label: 'Demo', reply: { usage } }]),
];
/** Keeps one exchange as the page does, a second later than the one before. */
function keep(actor: Actor, sessionId: string, key: string, entries: object[]) {
  services.pass(1000);
  const input = keepTurnSchema.parse({
    Entries: entries,
    Begins: key === 'k1',
    Provider: 'demo',
    Model: 'demo',
  });
  return keepTurn(services, actor, { sessionId, key, input });
}
const list = async (actor: Actor, query: object = {}) =>
  (await listSavedSessions(services, actor, listSessionsSchema.parse({ kind: 'all', ...query }))).items;
const titles = async (actor: Actor, query: object = {}) =>
  (await list(actor, query)).map(({ Title }) => Title);
const read = (actor: Actor, sessionId: string, query: object = {}) =>
  readTurns(services, actor, { sessionId, query: turnsQuerySchema.parse(query) });
const textsOf = (page: Awaited<ReturnType<typeof read>>) => page.Turns.map(({ Entries }) => Entries[0]?.text);
const begin = async (actor: Actor, prompt: string, reply = 'Yes.') => {
  const { Id } = await keep(actor, randomUUID(), 'k1', exchange(prompt, reply));
  return Id;
};

describe('a recent session', () => {
  it('is titled by its first words, and has what its exchanges cost', async () => {
    const { actor } = await services.signUp();
    const id = randomUUID();
    await keep(actor, id, 'k1', exchange('How fast is a ball after 2 s?'));
    expect(await list(actor)).toMatchObject([{ Kind: 'recent', SessionRequests: 0 }]);
    await keep(actor, id, 'k1', exchange('How fast is a ball after 2 s?', '19.6 m/s'));
    await keep(actor, id, 'k2', exchange('And after 3 s?', '29.4 m/s'));
    await keep(actor, id, 'k2', exchange('And after 3 s?', '29.4 m/s'));
    expect(await list(actor)).toMatchObject([
      {
        Id: id,
        Title: 'How fast is a ball after 2 s',
        SessionRequests: 2,
        SessionTokensIn: 24,
        SessionTokensOut: 8,
        SessionTotalCostUsd: 0.000246,
      },
    ]);
  });

  it('is listed beside the saved ones, latest first, and not among them', async () => {
    const { actor } = await services.signUp();
    const first = await begin(actor, 'First');
    services.pass(1000);
    await saveSession(services, actor, { input: saveSessionSchema.parse({ Title: 'Saved' }) });
    await begin(actor, 'Second');
    expect(await titles(actor)).toEqual(['Second', 'Saved', 'First']);
    await keep(actor, first, 'k2', exchange('More', 'Yes.'));
    expect(await titles(actor)).toEqual(['First', 'Second', 'Saved']);
    expect(await titles(actor, { kind: 'recent' })).toEqual(['First', 'Second']);
    expect(await titles(actor, { kind: 'saved' })).toEqual(['Saved']);
    expect(await titles(actor, { kind: undefined })).toEqual(['Saved']);
  });

  it('opens page by page, newest first', async () => {
    const { actor } = await services.signUp();
    const id = await begin(actor, 'P1');
    for (const number of [2, 3, 4, 5])
      await keep(actor, id, `k${String(number)}`, exchange(`P${String(number)}`, 'Yes.'));
    const page = await read(actor, id, { pageSize: 2 });
    expect(textsOf(page)).toEqual(['P5', 'P4']);
    const next = await read(actor, id, { pageSize: 2, before: page.Before });
    expect(textsOf(next)).toEqual(['P3', 'P2']);
    const last = await read(actor, id, { pageSize: 2, before: next.Before });
    expect(textsOf(last)).toEqual(['P1']);
    expect(last.Before).toBeNull();
  });

  it('of very long replies opens in pages of some megabytes', async () => {
    const { actor } = await services.signUp();
    const id = await begin(actor, 'P1', 'x'.repeat(1_500_000));
    await keep(actor, id, 'k2', exchange('P2', 'y'.repeat(1_500_000)));
    const page = await read(actor, id);
    expect(textsOf(page)).toEqual(['P2']);
    expect(textsOf(await read(actor, id, { before: page.Before }))).toEqual(['P1']);
  });

  it('is saved under a name with all its exchanges, and stays for good', async () => {
    const { actor } = await services.signUp();
    const id = await begin(actor, 'P1');
    await keep(actor, id, 'k2', exchange('P2', 'Yes.'));
    const unstored = exchange('P3', 'No.', { key: 'k3', doNotStoreContent: true });
    const input = saveSessionSchema.parse({
      Title: 'Balls',
      SessionId: id,
      PromptText: 'Next?',
      ThreadJson: JSON.stringify(unstored),
    });
    expect(await saveSession(services, actor, { input })).toMatchObject({
      Id: id,
      Kind: 'saved',
      SessionRequests: 3,
    });
    const saved = await getSavedSession(services, actor, id);
    expect(JSON.parse(saved.ThreadJson)).toMatchObject([
      { text: 'P3' },
      { text: 'No.' },
      { text: 'P2' },
      { text: 'Yes.' },
      { text: 'P1' },
      { text: 'Yes.' },
    ]);
    expect(saved.PromptText).toBe('Next?');
    services.pass(400 * DAY_MS);
    await sweepHistory(services);
    expect(await titles(actor)).toEqual(['Balls']);
  });

  it('is found by words of its title and of its exchanges, in any script', async () => {
    const { actor } = await services.signUp();
    const { actor: other } = await services.signUp();
    const id = await begin(actor, 'Energie', 'Die kinetische Energie wächst quadratisch.');
    await begin(actor, 'رسالة قصيرة', 'اختبار قصير عن الكواكب');
    await begin(actor, '手紙', '拝啓、東京の桜は満開です。');
    await begin(other, 'Energie', 'Die kinetische Energie.');
    expect(await titles(actor, { q: 'energie' })).toEqual(['Energie']);
    expect(await titles(actor, { q: 'kinetische wachst' })).toEqual(['Energie']);
    expect(await titles(actor, { q: 'الكواكب' })).toEqual(['رسالة قصيرة']);
    expect(await titles(actor, { q: '東京' })).toEqual(['手紙']);
    expect(await titles(actor, { q: 'quadratwurzel' })).toEqual([]);
    await keep(actor, id, 'k1', exchange('Energie', 'Anders.'));
    expect(await titles(actor, { q: 'kinetische' })).toEqual([]);
    await removeTurn(services, actor, { sessionId: id, key: 'k1' });
    expect(await titles(actor, { q: 'energie' })).toEqual([]);
  });

  it('goes with its last exchange', async () => {
    const { actor } = await services.signUp();
    const id = await begin(actor, 'P1');
    await keep(actor, id, 'k2', exchange('P2', 'Yes.'));
    await removeTurn(services, actor, { sessionId: id, key: 'k2' });
    expect(await list(actor)).toMatchObject([{ SessionRequests: 1 }]);
    await removeTurn(services, actor, { sessionId: id, key: 'k2' });
    await removeTurn(services, actor, { sessionId: id, key: 'k1' });
    expect(await list(actor)).toEqual([]);
  });

  it('that was deleted isn’t begun again by what another tab sends', async () => {
    const { actor } = await services.signUp();
    const id = await begin(actor, 'P1');
    await deleteSavedSession(services, actor, id);
    await expect(keep(actor, id, 'k2', exchange('P2', 'Yes.'))).rejects.toMatchObject({
      code: 'no_such_session',
    });
    expect(await list(actor)).toEqual([]);
  });

  it('goes after 90 days without a message, unless it is pinned', async () => {
    const { actor } = await services.signUp();
    const pinned = await begin(actor, 'Pinned');
    await pinSession(services, actor, { id: pinned, isPinned: true });
    await begin(actor, 'Old');
    services.pass(60 * DAY_MS);
    await begin(actor, 'Newer');
    services.pass(31 * DAY_MS);
    await sweepHistory(services);
    expect(await titles(actor)).toEqual(['Pinned', 'Newer']);
    expect(await titles(actor, { q: 'old' })).toEqual([]);
  });

  it('makes room for newer ones beyond their number', async () => {
    const { actor } = await services.signUp();
    const pinned = await begin(actor, 'Pinned');
    await pinSession(services, actor, { id: pinned, isPinned: true });
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await begin(actor, `S${String(number)}`);
    expect(await titles(actor)).toEqual(['Pinned', 'S7', 'S6', 'S5', 'S4', 'S3']);
  });

  it('is nobody else’s', async () => {
    const { actor } = await services.signUp();
    const id = await begin(actor, 'Mine');
    const { actor: other } = await services.signUp({ roles: ['admin'] });
    const gone = { kind: 'not-found', code: 'no_such_session' };
    await expect(read(other, id)).rejects.toMatchObject(gone);
    await expect(keep(other, id, 'k2', exchange('Theirs'))).rejects.toMatchObject(gone);
    await expect(removeTurn(services, other, { sessionId: id, key: 'k1' })).rejects.toMatchObject(gone);
    await expect(pinSession(services, other, { id, isPinned: true })).rejects.toMatchObject(gone);
    const input = saveSessionSchema.parse({ Title: 'Theirs', SessionId: id });
    await expect(saveSession(services, other, { input })).rejects.toMatchObject(gone);
    expect(await titles(actor)).toEqual(['Mine']);
  });
});

describe('nothing is kept', () => {
  it('of a message marked “Don’t store”', async () => {
    const { actor } = await services.signUp();
    const unstored = exchange('Secret', 'Yes.', { key: 'k1', doNotStoreContent: true });
    await expect(keep(actor, randomUUID(), 'k1', unstored)).rejects.toMatchObject({ code: 'not_stored' });
    expect(await list(actor)).toEqual([]);
  });

  it('for those who turned History off', async () => {
    const { actor } = await services.signUp();
    await services.preferences.change(actor.userId, { KeepHistory: false });
    await expect(begin(actor, 'Hello')).rejects.toMatchObject({ code: 'history_off' });
    expect(await list(actor)).toEqual([]);
  });

  it('where the server keeps no history', async () => {
    const without = testServices({ HISTORY_DAYS: '0' });
    const { actor } = await without.signUp();
    const input = keepTurnSchema.parse({ Entries: exchange('Hello'), Begins: true });
    await expect(
      keepTurn(without, actor, { sessionId: randomUUID(), key: 'k1', input }),
    ).rejects.toMatchObject({ code: 'history_off' });
    await without.close();
  });

  it('and turning the server’s history off deletes nothing at once', async () => {
    const { actor } = await services.signUp();
    await begin(actor, 'Hello');
    const off = { ...services, env: { ...services.env, HISTORY_DAYS: 0 } };
    services.pass(2 * DAY_MS);
    await sweepHistory(off);
    expect(await titles(actor)).toEqual(['Hello']);
    services.pass(90 * DAY_MS);
    await sweepHistory(off);
    expect(await titles(actor)).toEqual([]);
  });
});

it('a deleted account leaves neither its sessions nor what is searched', async () => {
  const { actor } = await services.signUp();
  await begin(actor, 'Energie', 'Kinetisch.');
  const files: string[] = [];
  for (const part of services.personalData) {
    for await (const { name, content } of part.exportFiles(actor.userId)) {
      if (name !== 'recent-sessions.json') continue;
      for await (const piece of content) files.push(String(piece));
    }
  }
  expect(files.join('')).toContain('Kinetisch.');
  for (const part of services.personalData) await part.remove(actor.userId);
  expect(await services.prisma.sessionTurn.count({ where: { userId: actor.userId } })).toBe(0);
  expect(await titles(actor, { q: 'energie' })).toEqual([]);
});

it('a session of 2,000 messages opens about as fast as one of a hundred', async () => {
  const { actor } = await services.signUp();
  const add = async (count: number): Promise<string> => {
    const id = await begin(actor, 'P0');
    const row = await services.prisma.sessionTurn.findFirstOrThrow({ where: { sessionId: id } });
    const data = Array.from({ length: count }, (_, index) => ({
      ...row,
      number: undefined,
      key: `t${String(index)}`,
      sentAt: new Date(services.clock() + index),
      entries: JSON.stringify(exchange(`P${String(index)}`, 'An answer of some length. '.repeat(40))),
    }));
    for (let at = 0; at < count; at += 200)
      await services.prisma.sessionTurn.createMany({ data: data.slice(at, at + 200) });
    return id;
  };
  const [short, long] = [await add(100), await add(2_000)];
  const fastest = async (id: string): Promise<number> => {
    const times: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const start = performance.now();
      expect(textsOf(await read(actor, id))).toHaveLength(100);
      times.push(performance.now() - start);
    }
    return times.toSorted((a, b) => a - b)[0] ?? 0;
  };
  await fastest(short);
  expect((await fastest(long)) / (await fastest(short))).toBeLessThan(5);
});

it('is announced to accounts that were here before it', async () => {
  const { actor } = await services.signUp();
  const joined = async (year: number) => {
    const createdAt = new Date(Date.UTC(year, 0));
    await services.prisma.user.update({ where: { id: actor.userId }, data: { createdAt } });
    return predatesHistory(services, actor);
  };
  expect([await joined(2024), await joined(2100)]).toEqual([true, false]);
});
