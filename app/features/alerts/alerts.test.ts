import { ProviderFailure } from '@promptwell/ai-providers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { seedModels } from '~/features/completions/index.server';
import { NO_EXTRAS, PRICE, RESULT } from '~/features/ledger/testing/harness';
import { sendDueMails } from '~/features/mails/index.server';
import { payingByCard, topUpsAt } from '../../../tests/support/paying-by-card';
import { testServices, type TestServices } from '../../../tests/support/services';
import { ALERTS } from './alerts.server';
import { queueAlerts } from './index.server';

/** A round of maintenance: the mails of this subject so far. */
async function alertsOf(services: TestServices, subject: string) {
  await queueAlerts(services);
  await sendDueMails(services);
  return (await services.mails()).filter((mail) => mail.subject === `${subject} (promptwell.test)`);
}

describe('administrators get a mail', () => {
  let services: TestServices;
  let admin: Actor;
  beforeEach(async () => {
    services = testServices();
    ({ actor: admin } = await services.signUp({ roles: ['admin'] }));
  });
  afterEach(async () => {
    expect((await services.ledger.reconcile()).faults).toEqual([]);
    await services.close();
  });

  const PROVIDERS = 'A provider is failing';
  async function failCalls(message = 'OpenAI refused the key.', status = 401) {
    await seedModels(services.prisma);
    const error = new ProviderFailure({ kind: 'unauthorised', sent: true, certain: true, message, status });
    for (let call = 0; call < 5; call += 1)
      services.stats.recordRequest({ provider: 'openai', isFailure: true, ms: 5, error });
  }

  it('about a provider that fails, with its own words, once a day', async () => {
    await services.signUp(); // who is told nothing
    await failCalls();
    expect(await alertsOf(services, PROVIDERS)).toHaveLength(1);
    services.pass(10 * MINUTE_MS);
    const [mail, ...others] = await alertsOf(services, PROVIDERS);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('OpenAI refused the key. (401)');
    expect(mail?.text).toContain('https://promptwell.test/admin/health');
    expect(JSON.stringify(mail?.to)).toContain(admin.email);
    services.pass(DAY_MS);
    expect(await alertsOf(services, PROVIDERS)).toHaveLength(2);
  });

  it('about used-up credit, which counts as the provider’s failure', async () => {
    await failCalls('The account at the provider has no credit left.', 402);
    const [mail] = await alertsOf(services, PROVIDERS);
    expect(mail?.text).toContain('no credit left. (402)');
  });

  it('not about what is over before the mail goes out', async () => {
    await failCalls();
    await queueAlerts(services);
    services.stats.recordRequest({ provider: 'openai', isFailure: false, ms: 5 });
    expect(await alertsOf(services, PROVIDERS)).toEqual([]);
  });

  it('once for the day on which the mail server takes it, not for each day that it was away', async () => {
    await failCalls();
    await queueAlerts(services);
    services.pass(DAY_MS);
    expect(await alertsOf(services, PROVIDERS)).toHaveLength(1);
  });

  it('only while they are administrators', async () => {
    await failCalls();
    await queueAlerts(services);
    await services.prisma.userRole.deleteMany({ where: { userId: admin.userId } });
    expect(await alertsOf(services, PROVIDERS)).toEqual([]);
  });

  it('about a backup that failed, and about one that is old', async () => {
    const subject = 'Backups are failing';
    const report = (isOk: boolean, detail: object) => {
      const data = { at: new Date(services.clock()), isOk, detail: JSON.stringify(detail) };
      return services.prisma.dutyReport.upsert({
        where: { name: 'backup' },
        create: { name: 'backup', ...data },
        update: data,
      });
    };
    await report(true, { file: 'app.db.gz' });
    expect(await alertsOf(services, subject)).toEqual([]);
    await report(false, { message: 'ENOSPC: no space left on device' });
    expect((await alertsOf(services, subject))[0]?.text).toContain('ENOSPC');
    await report(true, { file: 'app.db.gz' });
    services.pass(5 * DAY_MS);
    expect((await alertsOf(services, subject))[1]?.text).toContain('The last one was made on');
  });

  it('about books that are not sound', async () => {
    const detail = JSON.stringify({ faults: ['a fault'], accounts: 1, entries: 1, openHolds: 0 });
    const at = new Date(services.clock());
    await services.prisma.dutyReport.create({ data: { name: 'reconcile', at, isOk: false, detail } });
    expect(await alertsOf(services, 'The books have a problem')).toHaveLength(1);
  });

  /** Sends for a user with money; the returned function settles the reply. */
  async function send(provider: string) {
    const { userId } = (await services.signUp()).actor;
    await services.ledger.credit({ userId, amountMicroUsd: 1_000n, source: 'grant', key: `grant ${userId}` });
    const held = await services.ledger.hold({
      userId,
      endpoint: 'ai/complete',
      idempotencyKey: 'key',
      requestHash: 'hash',
      provider,
      model: 'a-model',
      price: PRICE,
      inputTokens: 100,
      maxOutputTokens: 50,
      searches: 0,
      isFree: false,
      limits: { freeSendsPerDay: 15 },
      timeoutMs: HOUR_MS,
    });
    if (held.kind !== 'held') throw new Error(`expected a hold, got ${held.kind}`);
    return () =>
      services.bookings.settle({
        operationId: held.operationId,
        inputTokens: 100,
        outputTokens: 20,
        ...NO_EXTRAS,
        resultOf: () => RESULT,
        doNotStore: false,
      });
  }

  it('once about the reply of another provider that ended Demo', async () => {
    const subject = 'Demo is no longer offered';
    await seedModels(services.prisma);
    await (
      await send('demo')
    )();
    expect(await alertsOf(services, subject)).toEqual([]);
    await (
      await send('openai')
    )();
    const [mail] = await alertsOf(services, subject);
    expect(mail?.text).toContain('OpenAI has answered its first request');
    for (const days of [1, 4]) {
      services.pass(days * DAY_MS);
      await (
        await send('openai')
      )();
      expect(await alertsOf(services, subject)).toHaveLength(1);
    }
  });

  it('about what waits to be booked, at once and once, although the queue can’t be written', async () => {
    const subject = 'Requests are waiting to be charged';
    const settle = await send('demo');
    services.connection.pragma('query_only = ON');
    await settle();
    await queueAlerts(services);
    expect(await alertsOf(services, subject)).toHaveLength(1);
    services.connection.pragma('query_only = OFF');
    await services.deferredWrites.retry();
    expect(await services.bookings.close(10_000)).toBe(0);
    expect(await alertsOf(services, subject)).toHaveLength(1);
    const recorded = { kind: 'admin-alert', about: 'bookings:2026-11-20', sentAt: { not: null } };
    expect(await services.prisma.mail.count({ where: recorded })).toBe(1);
  });

  it('about prompts that wait for a decision', async () => {
    const at = new Date(services.clock());
    const category = await services.prisma.category.create({ data: { name: 'Writing', sortOrder: 1 } });
    await services.prisma.savedPrompt.create({
      data: {
        userId: admin.userId,
        categoryId: category.id,
        title: 'A secret title',
        description: '',
        content: '',
        preview: '',
        variableCount: 0,
        isPublic: true,
        moderation: 'reported',
        rawTopic: '',
        rawSubtopic: '',
        createdAt: at,
        updatedAt: at,
      },
    });
    const [mail] = await alertsOf(services, 'Prompts are waiting for a decision');
    expect(mail?.text).toContain('1 prompt is waiting');
    expect(mail?.text).toContain('https://promptwell.test/admin/moderation');
    expect(mail?.text).not.toContain('secret title');
  });

  it.each([
    ['mail', 'bad'],
    ['disk', 'warn'],
    ['disk', 'bad'],
    ['files', 'bad'],
  ] as const)('about %s when Health says %s', async (key, state) => {
    const check = { key, title: '', state, message: 'What is wrong.', fix: 'What to do.' };
    const found = await ALERTS[key]?.find(services, { isHealthy: false, checks: [check] });
    expect(found).toEqual([{ paragraphs: ['What is wrong.', 'What to do.'] }]);
    const good = { ...check, state: 'good' as const };
    expect(await ALERTS[key]?.find(services, { isHealthy: true, checks: [good] })).toEqual([]);
  });
});

describe('a dispute', () => {
  const house = payingByCard();
  const { paid, verify } = topUpsAt(house);
  const subject = 'A payment was disputed';

  it('is mailed to administrators once, with the payment and what to do', async () => {
    const { services, stripe, ada } = house;
    await services.signUp({ roles: ['admin'] });
    const id = await paid('p25');
    await verify(id);
    stripe.account.dispute(id);
    await house.deliverAll();
    const [mail] = await alertsOf(services, subject);
    expect(mail?.text).toContain(`The bank of ${ada.email} disputed a payment of $25.00.`);
    expect(mail?.text).toContain(`https://dashboard.stripe.com/payments/${id}`);
    services.pass(DAY_MS);
    expect(await alertsOf(services, subject)).toHaveLength(1);
  });

  it('that is closed before the mail goes out is not mailed', async () => {
    const { services, stripe } = house;
    await services.signUp({ roles: ['admin'] });
    const id = await paid('p25');
    await verify(id);
    const dispute = stripe.account.dispute(id);
    stripe.account.closeDispute(dispute.id, 'won');
    await house.deliverAll();
    expect(await alertsOf(services, subject)).toEqual([]);
  });
});
