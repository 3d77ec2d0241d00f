import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, utcDay } from '~/core/shared/clock';
import { deleteAccount } from '~/features/accounts/index.server';
import { grantCredit } from '~/features/billing/index.server';
import { sendDueMails } from '~/features/mails/index.server';
import { startTopUp, verifyPayment } from '~/features/payments/index.server';
import { RecipientRejectedError } from '~/integrations/mail/index.server';
import { holdCents } from '../../../tests/support/held-money';
import { payingByCard } from '../../../tests/support/paying-by-card';
import {
  queueMails,
  readUnsubscribeLink,
  readUnsubscribePage,
  unsubscribe,
  unsubscribeQuerySchema,
} from './index.server';

const house = payingByCard();

const subjects = async () => (await house.services.mails()).map(({ subject }) => subject);
const sendAll = async () => {
  await queueMails(house.services);
  await sendDueMails(house.services);
  await sendDueMails(house.services);
  return subjects();
};
async function topUp(): Promise<void> {
  const { paymentIntentId } = await startTopUp(house.services, house.ada, {
    PackageId: 'p25',
    AmountCents: 2500,
  });
  house.stripe.account.pay(paymentIntentId);
  await verifyPayment(house.services, house.ada, { paymentIntentId });
}
const hold = (cents: number) => holdCents(house.services, house.ada.userId, cents);
/** A completion that costs this many cents. */
const spend = async (cents: number): Promise<void> => (await hold(cents)).settle();

describe('the mail to those who log in with Google and with a password', () => {
  const userId = () => house.ada.userId;
  const queue = async (passwordHash: string | null) => {
    const link = { issuer: 'https://accounts.google.com', subject: 'google-ada', createdAt: new Date() };
    const providerLinks = { create: link };
    await house.services.prisma.user.update({
      where: { id: userId() },
      data: { passwordHash, providerLinks },
    });
    await house.services.prisma.mail.create({
      data: {
        userId: userId(),
        kind: 'google-and-password',
        about: 'once',
        dueAt: BigInt(house.services.clock()),
      },
    });
  };

  it('is sent once, whatever mails they want, and says where to remove the password', async () => {
    await queue('a hash');
    expect(await sendAll()).toEqual(['Your account opens with Google and with a password']);
    const [mail] = await house.services.mails();
    expect(mail?.text).toContain('/account#password');
    expect(mail?.text).not.toContain('Unsubscribe');
  });

  it('is not sent once the password is removed', async () => {
    await queue(null);
    expect(await sendAll()).toEqual([]);
  });
});

describe('a receipt', () => {
  it('is sent once for a payment, with what it added and a way to get no more', async () => {
    await topUp();
    expect(await sendAll()).toEqual(['Receipt: $25.00 to Promptwell']);
    const [mail] = await house.services.mails();
    expect(mail?.text).toContain('Bonus: $5.00\nAdded to your balance: $30.00');
    // Long lines of a head are folded.
    const head = mail?.headerLines.map(({ line }) => line.replaceAll(/\r\n\s+/g, ' ')).join('\n');
    expect(head).toMatch(/^List-Unsubscribe: <https:\S+>$/m);
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  it('is not sent to somebody who does not want it', async () => {
    await house.services.preferences.change(house.ada.userId, { EmailReceiptOnPayment: false });
    await topUp();
    expect(await sendAll()).toEqual([]);
  });

  it('whose mail server is away is sent when it is back', async () => {
    await topUp();
    const away = { ...house.services.mailer, send: () => Promise.reject(new Error('connection refused')) };
    await sendDueMails({ ...house.services, mailer: away });
    expect(await subjects()).toEqual([]);
    house.services.pass(MINUTE_MS);
    expect(await sendAll()).toEqual(['Receipt: $25.00 to Promptwell']);
  });

  it('is not offered again to a mailbox that refused it', async () => {
    await topUp();
    let offered = 0;
    const strict: typeof house.services.mailer = {
      ...house.services.mailer,
      send: () => {
        offered += 1;
        return Promise.reject(new RecipientRejectedError('550 no such mailbox'));
      },
    };
    await sendDueMails({ ...house.services, mailer: strict });
    await sendDueMails({ ...house.services, mailer: strict });
    expect(offered).toBe(1);
    expect(await sendAll()).toEqual([]);
  });

  it('does not wait behind mails that a mail server refuses, however many', async () => {
    const { services } = house;
    const { actor: gone } = await services.signUp();
    await services.preferences.change(gone.userId, { EmailAnomalySpikes: true });
    const days = Array.from({ length: 150 }, (_, day) => new Date(Date.UTC(2026, 0, day + 1)));
    await services.prisma.mail.createMany({
      data: days.map((day) => ({
        userId: gone.userId,
        kind: 'anomaly',
        about: day.toISOString().slice(0, 10),
        dueAt: BigInt(services.clock() - 1000),
      })),
    });
    await topUp();
    const strict: typeof services.mailer = {
      ...services.mailer,
      send: (mail) =>
        mail.to.address === gone.email
          ? Promise.reject(new Error('550 no such mailbox'))
          : services.mailer.send(mail),
    };
    await sendDueMails({ ...services, mailer: strict });
    expect(await subjects()).toEqual(['Receipt: $25.00 to Promptwell']);
  });
});

it('a low balance is told once, and again after the next payment or credit', async () => {
  await house.services.preferences.change(house.ada.userId, { EmailReceiptOnPayment: false });
  await topUp();
  await spend(2960);
  expect(await sendAll()).toEqual(['Your balance is low: $0.40']);
  expect(await sendAll()).toHaveLength(1);
  await topUp();
  expect(await sendAll()).toHaveLength(1);
  await spend(3000);
  expect(await sendAll()).toEqual(['Your balance is low: $0.40', 'Your balance is low: $0.40']);
  const { actor: admin } = await house.services.signUp({ roles: ['admin'] });
  house.services.pass(1000);
  const credit = { userId: house.ada.userId, amountCents: 500, note: 'For a workshop', key: randomUUID() };
  await grantCredit(house.services, admin, credit);
  await spend(500);
  expect(await sendAll()).toHaveLength(3);
  expect(await sendAll()).toHaveLength(3);
});

it('a low balance is told again after a clock that was a year ahead is put right', async () => {
  await house.services.preferences.change(house.ada.userId, { EmailReceiptOnPayment: false });
  house.services.pass(365 * DAY_MS);
  await topUp();
  await spend(2960);
  expect(await sendAll()).toHaveLength(1);
  house.services.pass(-365 * DAY_MS);
  await topUp();
  await spend(3000);
  expect(await sendAll()).toHaveLength(2);
});

it('no mail says that a balance is low while a call only holds the money, or once nobody is to be warned', async () => {
  const { services, ada } = house;
  await services.preferences.change(ada.userId, { EmailReceiptOnPayment: false });
  await topUp();
  await spend(10);
  const call = await hold(2980);
  expect(await sendAll()).toEqual([]);
  await call.settle();
  await queueMails(services);
  await services.prisma.userRole.deleteMany({ where: { userId: ada.userId } });
  await sendDueMails(services);
  expect(await subjects()).toEqual([]);
});

it('a mail about a low balance counts in the cents that it shows, and what is on hold as one’s own', async () => {
  const { services, ada } = house;
  await services.preferences.change(ada.userId, { EmailReceiptOnPayment: false });
  await topUp();
  await services.ledger.credit({ userId: ada.userId, amountMicroUsd: 9_999n, source: 'grant', key: 'some' });
  await spend(2950);
  const call = await hold(20);
  expect(await sendAll()).toEqual(['Your balance is low: $0.50']);
  await call.release();
});

it('a week is summed up once, for those who asked for it', async () => {
  await house.services.preferences.change(house.ada.userId, {
    EmailReceiptOnPayment: false,
    EmailWeeklySummary: true,
  });
  await topUp();
  await spend(125);
  expect(await sendAll()).toEqual([]); // the week before was empty
  house.services.pass(7 * DAY_MS);
  expect(await sendAll()).toEqual(['Your week: $1.25 for 1 request']);
  expect(await sendAll()).toHaveLength(1);
});

it('a day far above the others is told once', async () => {
  await house.services.preferences.change(house.ada.userId, {
    EmailReceiptOnPayment: false,
    EmailAnomalySpikes: true,
  });
  await topUp();
  await spend(10);
  house.services.pass(DAY_MS);
  expect(await sendAll()).toEqual([]);
  await spend(400);
  expect(await sendAll()).toEqual(['Unusual spending on Nov 21, 2026: $4.00']);
  expect(await sendAll()).toHaveLength(1);
});

it('a day far above the others is told of also when most was spent after its last look', async () => {
  const { services, ada } = house;
  await services.preferences.change(ada.userId, { EmailReceiptOnPayment: false, EmailAnomalySpikes: true });
  await topUp();
  await spend(10);
  services.pass(DAY_MS);
  const day = utcDay(services.clock());
  services.pass(Date.parse(day) + DAY_MS - MINUTE_MS - services.clock());
  await spend(400);
  services.pass(2 * MINUTE_MS);
  expect(await sendAll()).toEqual(['Unusual spending on Nov 21, 2026: $4.00']);
  expect(await sendAll()).toHaveLength(1);
});

describe('an unsubscribe link', () => {
  const linkOf = async (): Promise<Record<'user' | 'kind' | 'signature', string>> => {
    await topUp();
    await sendAll();
    const text = (await house.services.mails())[0]?.text ?? '';
    const link = new URL(/https:\S+unsubscribe\S+/.exec(text)?.[0] ?? '');
    return unsubscribeQuerySchema.parse(Object.fromEntries(link.searchParams));
  };

  it('ends this kind of mail, without signing in', async () => {
    await unsubscribe(house.services, readUnsubscribeLink(house.services, await linkOf()));
    const preferences = await house.services.preferences.read(house.ada.userId);
    expect(preferences).toMatchObject({ EmailReceiptOnPayment: false, EmailLowBalance: true });
  });

  it('asks once, and says so when it is opened again, or when its account is gone', async () => {
    const link = await linkOf();
    const read = (changes: Partial<typeof link> = {}) =>
      readUnsubscribePage(house.services, { ...link, ...changes });
    expect(await read()).toEqual({ state: 'asks', kind: 'receipt' });
    await unsubscribe(house.services, readUnsubscribeLink(house.services, link));
    expect(await read()).toEqual({ state: 'done', kind: 'receipt' });
    await house.services.preferences.change(house.ada.userId, { EmailReceiptOnPayment: true });
    await deleteAccount(house.services, house.ada, undefined);
    expect(await read()).toEqual({ state: 'done', kind: 'receipt' });
    expect(await read({ signature: link.signature.slice(0, -4) })).toEqual({ state: 'wrong' });
    expect(await read({ user: '', kind: '', signature: '' })).toEqual({ state: 'bare' });
  });

  it('works for nobody else and no other kind', async () => {
    const link = await linkOf();
    for (const change of [
      { user: randomUUID() },
      { kind: 'low-balance' },
      { kind: 'x' },
      { signature: '' },
    ]) {
      expect(() => readUnsubscribeLink(house.services, { ...link, ...change })).toThrow(/isn’t valid/);
    }
  });
});
