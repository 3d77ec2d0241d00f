import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { requestEmailChange, requestPasswordReset } from '~/features/accounts/index.server';
import { confirm, register, registration } from '../../../tests/support/accounts';
import { testServices, type TestServices } from '../../../tests/support/services';
import {
  listUnsentMails,
  mailKeySchema,
  queueMail,
  sendDueMails,
  sendMailAgain,
  sweepMails,
  unsentMailsQuerySchema,
} from './index.server';

const UNKNOWN = 'This version of Promptwell doesn’t know this kind of email.';

let port = 0;
let server: SMTPServer | undefined;
let services: TestServices;
const received: ParsedMail[] = [];

const stop = () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));

/** A mail server; a second one replaces the first. */
async function mailServer(options: SMTPServerOptions = {}): Promise<void> {
  await stop();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'promptwell' }),
    onData: (stream, _session, done) => {
      simpleParser(stream).then((mail) => {
        received.push(mail);
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined); // connections that it breaks off itself
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  port = (server.server.address() as AddressInfo).port;
}

beforeEach(async () => {
  received.length = 0;
  await mailServer();
  services = testServices({ SMTP_URL: `smtp://promptwell:p%40ss@127.0.0.1:${String(port)}` });
});
afterEach(async () => {
  await services.close();
  await stop();
});

const said = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
const linkIn = (mail: ParsedMail | undefined) => {
  const url = new URL(/https:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  return { userId: url.searchParams.get('userId') ?? '', token: url.searchParams.get('token') ?? '' };
};
const queued = () => services.prisma.mail.findMany();
const later = async (ms: number) => {
  services.pass(ms);
  await sendDueMails(services);
};

const FAULTS: Record<string, SMTPServerOptions | 'down'> = {
  'is down': 'down',
  'hangs up': { onConnect: (session, done) => done(said(421, `4.3.2 Not now, ${session.id}`)) },
  greylists: { onRcptTo: (_address, _session, done) => done(said(451, '4.7.1 Greylisted, try again later')) },
  'refuses the password': {
    onAuth: (_auth, _session, done) => done(said(535, '5.7.8 Authentication failed')),
  },
  'breaks off in the text': {
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once('end', () => done(said(452, '4.3.1 Insufficient system storage')));
    },
  },
};

describe.each(Object.entries(FAULTS))('a mail server that %s', (_name, fault) => {
  it('gets the confirmation, the reset and the email change once it is well again', async () => {
    const { actor } = await services.signUp();
    await services.prisma.session.update({
      where: { id: actor.sessionId },
      data: { provenAt: new Date(services.clock()) },
    });
    await (fault === 'down' ? stop() : mailServer(fault));
    await register(services, registration());
    requestPasswordReset(services, { email: actor.email });
    await requestEmailChange(services, actor, { email: 'new@example.org', currentPassword: '' });
    await services.background.drain();
    expect(received).toEqual([]);
    const waiting = await queued();
    expect(waiting.map(({ kind, attempts }) => [kind, attempts]).sort()).toEqual([
      ['change-email', 1],
      ['confirm-email', 1],
      ['reset-password', 1],
    ]);

    await mailServer();
    await later(MINUTE_MS);
    expect(received.map(({ subject }) => subject).sort()).toEqual([
      'Choose a new password',
      'Confirm your email address',
      'Confirm your new email address',
    ]);
    expect(await queued()).toEqual([]);
    const confirmation = received.find(({ subject }) => subject === 'Confirm your email address');
    await expect(confirm(services, linkIn(confirmation))).resolves.toBeDefined();
  });
});

it('the queue holds no link, no secret and no way back that may have one in it', async () => {
  const { actor } = await services.signUp();
  await stop();
  requestPasswordReset(services, { email: actor.email, returnTo: '/teams/join?token=an-invitation' });
  await services.background.drain();
  const [row] = await queued();
  expect(row).toMatchObject({ kind: 'reset-password', attempts: 1, recipient: null });
  expect(row?.lastError).toContain('ECONNREFUSED');
  expect(JSON.stringify(Object.values(row ?? {}).map(String))).not.toMatch(/https?:|an-invitation|@/);
  await mailServer();
  await later(MINUTE_MS);
  expect(received[0]?.text).toContain(encodeURIComponent('/teams/join?token=an-invitation'));
});

it('each attempt makes a link of its own, and the earlier one stays good', async () => {
  let attempts = 0;
  await mailServer({
    onData: (stream, _session, done) => {
      simpleParser(stream).then((mail) => {
        received.push(mail);
        attempts += 1;
        done(attempts === 1 ? said(451, '4.3.0 Local error') : null); // though it delivers it
      }, done);
    },
  });
  await register(services, registration());
  await services.background.drain();
  await later(MINUTE_MS);
  expect(received).toHaveLength(2);
  expect(linkIn(received[0])).not.toEqual(linkIn(received[1]));
  await expect(confirm(services, linkIn(received[0]))).resolves.toBeDefined();
});

it('waits longer after each failure, and is given up after three days', async () => {
  let tries = 0;
  await mailServer({
    onRcptTo: (_address, _session, done) => {
      tries += 1;
      done(said(452, '4.2.2 Mailbox full'));
    },
  });
  await register(services, registration());
  await services.background.drain();
  for (let minute = 0; minute < 60; minute += 1) await later(MINUTE_MS);
  expect(tries).toBe(8); // at once, after 1, 2, 4 and 8 minutes, and each quarter of an hour
  await mailServer();
  await later(3 * DAY_MS);
  expect(received).toEqual([]);
  expect(await queued()).toHaveLength(1);
  services.pass(28 * DAY_MS);
  await sweepMails(services);
  expect(await queued()).toEqual([]);
});

describe('the list of unsent mails', () => {
  const list = () => listUnsentMails(services, unsentMailsQuerySchema.parse({}));
  const refuseAll = (responseCode: number, text: string) =>
    mailServer({ onRcptTo: (_address, _session, done) => done(said(responseCode, text)) });
  const administrator = async () => (await services.signUp({ roles: ['admin'] })).actor;
  async function resetMail() {
    const { actor } = await services.signUp();
    requestPasswordReset(services, { email: actor.email });
    await services.background.drain();
    return actor;
  }

  it('says what waits, for whom, since when, and what the server answered, and nothing of its text', async () => {
    await refuseAll(451, '4.7.1 Greylisted, try again later');
    const { email } = await resetMail();
    const { mails, total } = await list();
    expect(total).toBe(1);
    expect(mails[0]).toMatchObject({
      label: 'Password reset',
      recipient: email,
      state: 'waiting',
      since: '2026-11-20T09:00:00.000Z',
      attempts: 1,
      lastError: expect.stringContaining('4.7.1 Greylisted') as string,
      nextAttemptAt: '2026-11-20T09:01:00.000Z',
    });
    expect(JSON.stringify(mails)).not.toMatch(/https?:|token/);
  });

  it('keeps what was refused or given up, which Send again sends once the server takes it', async () => {
    const actor = await administrator();
    await refuseAll(550, '5.1.1 No such user');
    await resetMail();
    await refuseAll(452, '4.2.2 Mailbox full');
    await resetMail();
    services.pass(3 * DAY_MS);
    const { mails } = await list();
    expect(mails.map(({ state, nextAttemptAt }) => [state, nextAttemptAt]).sort()).toEqual([
      ['given-up', null],
      ['refused', null],
    ]);
    await mailServer();
    for (const { userId, kind, about } of mails)
      expect(await sendMailAgain(services, actor, { userId, kind, about })).toEqual({ message: 'Sent.' });
    expect(received.map(({ subject }) => subject)).toEqual([
      'Choose a new password',
      'Choose a new password',
    ]);
    expect(await list()).toMatchObject({ mails: [], total: 0 });
    expect(await services.prisma.auditEvent.count({ where: { action: 'mail.sent-again' } })).toBe(2);
  });

  it('says what the server answers to Send again, and tries a mail that was given up for three more days', async () => {
    const actor = await administrator();
    await refuseAll(452, '4.2.2 Mailbox full');
    await resetMail();
    services.pass(4 * DAY_MS);
    const [mail] = (await list()).mails;
    const key = mailKeySchema.parse(mail);
    await expect(sendMailAgain(services, actor, key)).rejects.toMatchObject({
      code: 'mail_not_sent',
      message: expect.stringContaining('4.2.2 Mailbox full') as string,
    });
    expect((await list()).mails[0]).toMatchObject({ state: 'waiting', attempts: 2 });
    await mailServer();
    await later(DAY_MS);
    expect(received).toHaveLength(1);
    await expect(sendMailAgain(services, actor, key)).rejects.toMatchObject({ code: 'no_such_mail' });
  });

  it('keeps one of a kind that only another version knows, and says so', async () => {
    const actor = await administrator();
    const { userId } = actor;
    const dueAt = BigInt(services.clock());
    await services.prisma.mail.create({ data: { userId, kind: 'from-tomorrow', about: 'x', dueAt } });
    await sendDueMails(services);
    expect(received).toEqual([]);
    expect((await list()).mails).toMatchObject([
      { kind: 'from-tomorrow', label: 'from-tomorrow', state: 'refused', lastError: UNKNOWN },
    ]);
    await expect(
      sendMailAgain(services, actor, { userId, kind: 'from-tomorrow', about: 'x' }),
    ).rejects.toMatchObject({
      code: 'unknown_mail',
      message: `${UNKNOWN} The version that queued it can send it.`,
    });
    expect((await list()).total).toBe(1);
  });

  it('names the person who is invited to a team, not the one who invites', async () => {
    const { actor } = await services.signUp();
    await services.prisma.team.create({
      data: {
        id: 'team',
        name: 'Team',
        plan: 'team',
        userId: actor.userId,
        seats: 5,
        isOn: true,
        createdAt: BigInt(services.clock()),
        invitations: {
          create: {
            id: 'invitation',
            email: 'grace@example.org',
            rank: 'member',
            tokenHash: 'hash',
            createdAt: BigInt(services.clock()),
            expiresAt: BigInt(services.clock() + DAY_MS),
          },
        },
      },
    });
    await queueMail(services, { userId: actor.userId, kind: 'team-invitation', about: 'invitation' });
    expect((await list()).mails[0]).toMatchObject({
      label: 'Team invitation',
      recipient: 'grace@example.org',
      attempts: 0,
      lastError: null,
    });
  });
});
