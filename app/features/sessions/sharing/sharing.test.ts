import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { DAY_MS } from '~/core/shared/clock';
import { testServices, type TestServices } from '../../../../tests/support/services';
import {
  deleteSavedSession,
  keepTurn,
  keepTurnSchema,
  listSharedSessions,
  readShare,
  readSharedSession,
  revokeShare,
  sharedSessionsQuery,
  shareSchema,
  shareSession,
  sweepShares,
  switchOffShare,
} from '../index.server';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

const usage = { inputTokens: 12, outputTokens: 4, costUsd: 0.000123 };
const SOURCES = [
  { url: 'https://example.org/leeks', title: 'Leeks' },
  { url: 'javascript:alert(1)', title: 'Click me' },
];
interface Exchange {
  sent?: object;
  instructions?: string;
}
async function keep(
  actor: Actor,
  id: string,
  [key, prompt, reply]: [string, string, string],
  { sent = {}, instructions = '' }: Exchange = {},
): Promise<string> {
  services.pass(1000);
  const thinking = { text: 'Hidden thoughts' };
  const input = keepTurnSchema.parse({
    Entries: [
      { role: 'user', text: prompt, label: 'You', atMs: services.clock(), sent: { key, ...sent } },
      { role: 'ai', text: reply, label: 'Demo', thinking, reply: { usage, sources: SOURCES } },
    ],
    Begins: true,
    Instructions: instructions,
  });
  await keepTurn(services, actor, { sessionId: id, key, input });
  return id;
}
const share = (actor: Actor, id: string, input: object = {}) =>
  shareSession(services, actor, { id, input: shareSchema.parse(input) });
const tokenOf = ({ Url }: { Url: string }): string => Url.slice(Url.lastIndexOf('/') + 1);
const read = (link: { Url: string }) => readSharedSession(services, undefined, tokenOf(link));
const ENDED = {
  kind: 'not-found',
  message: 'This link has ended. Ask the person who sent it for a new one.',
};
const textsOf = async (link: { Url: string }) => (await read(link)).entries.map(({ text }) => text);

describe('a shared session', () => {
  it('shows messages, replies and sources to anyone, and nothing of cost, thinking, request or owner', async () => {
    const { actor } = await services.signUp({ firstName: 'Ottilie' });
    const id = await keep(actor, randomUUID(), ['k1', 'Suggest a soup', 'Leeks.'], {
      sent: { maxOutputTokens: 4242 },
      instructions: 'Be secretive.',
    });
    const link = await share(actor, id);
    expect(tokenOf(link)).toMatch(/^[\w-]{22}$/);
    const page = await read(link);
    expect(page).toMatchObject({
      title: 'Suggest a soup',
      instructions: '',
      entries: [
        { role: 'user', text: 'Suggest a soup', sources: [] },
        { role: 'ai', text: 'Leeks.', label: 'Demo', sources: [SOURCES[0]] },
      ],
    });
    const shown = JSON.stringify(page);
    for (const hidden of [
      '0.000123',
      'costUsd',
      '4242',
      'Hidden',
      'secretive',
      'Ottilie',
      actor.userId,
      'javascript',
    ])
      expect(shown).not.toContain(hidden);
    const withInstructions = await share(actor, id, { IncludesInstructions: true });
    expect((await read(withInstructions)).instructions).toBe('Be secretive.');
  });

  it('stays as it was shared until its link is updated, which keeps the link', async () => {
    const { actor } = await services.signUp();
    const id = await keep(actor, randomUUID(), ['k1', 'First', 'One.']);
    const link = await share(actor, id);
    await keep(actor, id, ['k2', 'Second', 'Two.']);
    expect(await textsOf(link)).toEqual(['First', 'One.']);
    expect(await share(actor, id)).toMatchObject({ Url: link.Url });
    expect(await textsOf(link)).toEqual(['First', 'One.', 'Second', 'Two.']);
  });

  it('shows of each message the version that is chosen, with what was sent after it', async () => {
    const { actor } = await services.signUp();
    const id = await keep(actor, randomUUID(), ['a', 'First', 'One.']);
    await keep(actor, id, ['b', 'After one', 'B.'], { sent: { follows: 'a' } });
    await keep(actor, id, ['a2', 'First', 'Another.'], { sent: { versionOf: 'a' } });
    expect(await textsOf(await share(actor, id))).toEqual(['First', 'Another.']);
    const chosen = await share(actor, id, { Versions: { a: 'a' } });
    expect(await textsOf(chosen)).toEqual(['First', 'One.', 'After one', 'B.']);
  });

  it('ends when it is revoked, expires, its session is deleted, or its owner is suspended', async () => {
    const { actor } = await services.signUp();
    const newLink = async (input?: object) => {
      const id = await keep(actor, randomUUID(), ['k1', 'First', 'One.']);
      return { id, link: await share(actor, id, input) };
    };
    const revoked = await newLink();
    await revokeShare(services, actor, revoked.id);
    await expect(read(revoked.link)).rejects.toMatchObject(ENDED);
    expect(await readShare(services, actor, revoked.id)).toBeNull();
    expect((await share(actor, revoked.id)).Url).not.toBe(revoked.link.Url);

    const deleted = await newLink();
    await deleteSavedSession(services, actor, deleted.id);
    await expect(read(deleted.link)).rejects.toMatchObject(ENDED);

    const { id, link } = await newLink({ ExpiresInDays: 7 });
    const where = { id: actor.userId };
    await services.prisma.user.update({ where, data: { suspendedAt: new Date(services.clock()) } });
    await expect(read(link)).rejects.toMatchObject(ENDED);
    await services.prisma.user.update({ where, data: { suspendedAt: null } });
    expect(await textsOf(link)).toHaveLength(2);
    services.pass(7 * DAY_MS);
    await expect(read(link)).rejects.toMatchObject(ENDED);
    expect(await readShare(services, actor, id)).toBeNull();
    expect(await sweepShares(services)).toBe(1);
  });

  it('is its owner’s alone to make, see and revoke', async () => {
    const { actor } = await services.signUp();
    const { actor: other } = await services.signUp();
    const id = await keep(actor, randomUUID(), ['k1', 'First', 'One.']);
    const link = await share(actor, id);
    const none = { kind: 'not-found', code: 'no_such_session' };
    await expect(share(other, id)).rejects.toMatchObject(none);
    await expect(readShare(services, other, id)).rejects.toMatchObject(none);
    await expect(revokeShare(services, other, id)).rejects.toMatchObject(none);
    expect(await textsOf(link)).toHaveLength(2);
  });

  it('is switched off by an administrator for good, which the audit log keeps', async () => {
    const { actor } = await services.signUp();
    const { actor: admin } = await services.signUp({ roles: ['admin'] });
    const id = await keep(actor, randomUUID(), ['k1', 'First', 'One.']);
    const link = await share(actor, id, { ExpiresInDays: 1 });
    const query = sharedSessionsQuery.parse({});
    const listed = async () =>
      (await listSharedSessions(services, query)).sessions.find((each) => each.id === id);
    expect(await listed()).toMatchObject({ url: link.Url, switchedOffAt: null });
    await switchOffShare(services, admin, id);
    await switchOffShare(services, admin, id);
    await expect(read(link)).rejects.toMatchObject(ENDED);
    expect(await readShare(services, actor, id)).toBeNull();
    await revokeShare(services, actor, id);
    services.pass(2 * DAY_MS);
    await sweepShares(services);
    await expect(share(actor, id)).rejects.toMatchObject({ code: 'share_switched_off' });
    expect((await listed())?.switchedOffAt).not.toBeNull();
    const { entries } = await services.prisma.sessionShare.findUniqueOrThrow({ where: { sessionId: id } });
    expect(entries).toBe('[]');
    const where = { action: 'session.switched-off', subject: actor.userId };
    expect(await services.prisma.auditEvent.findMany({ where })).toMatchObject([{ actorId: admin.userId }]);
    await expect(switchOffShare(services, admin, randomUUID())).rejects.toMatchObject({
      code: 'no_such_share',
    });
  });

  it('is checked like a public prompt, and has bounds', async () => {
    const { actor } = await services.signUp();
    const card = await keep(actor, randomUUID(), ['k1', 'My card is 4111 1111 1111 1111', 'Noted.']);
    await expect(share(actor, card)).rejects.toMatchObject({ code: 'share_refused' });
    const long = await keep(actor, randomUUID(), ['k1', 'Write', 'x'.repeat(1_000_001)]);
    await expect(share(actor, long)).rejects.toMatchObject({ code: 'share_too_long' });
  });

  it('is part of the account’s export, and goes with the account', async () => {
    const { actor } = await services.signUp();
    const id = await keep(actor, randomUUID(), ['k1', 'First', 'One.']);
    const link = await share(actor, id);
    const exported: string[] = [];
    for (const data of services.personalData)
      for await (const { name, content } of data.exportFiles(actor.userId))
        if (name === 'shared-sessions.json') for await (const piece of content) exported.push(String(piece));
    expect(exported.join('')).toContain(link.Url);
    for (const data of services.personalData) await data.remove(actor.userId);
    await expect(read(link)).rejects.toMatchObject(ENDED);
    expect(await services.prisma.sessionShare.count({ where: { userId: actor.userId } })).toBe(0);
  });

  it('can be turned off for the whole server, which ends all links', async () => {
    const { actor } = await services.signUp();
    const id = await keep(actor, randomUUID(), ['k1', 'First', 'One.']);
    const link = await share(actor, id);
    const off = { ...services, env: { ...services.env, SESSION_SHARING: false } };
    await expect(readSharedSession(off, undefined, tokenOf(link))).rejects.toMatchObject(ENDED);
    const input = shareSchema.parse({});
    await expect(shareSession(off, actor, { id, input })).rejects.toMatchObject({ code: 'sharing_off' });
  });
});
