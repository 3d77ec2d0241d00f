import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BalanceResponse } from '../../app/features/billing/schema';
import { faultsInBooks } from '../support/server-database';
import { mailsTo } from '../support/mailbox';
import { checkBooks } from '../support/paying-server';
import { registerPerson } from '../support/people';
import { ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../support/server';
import { signedWebhook, startStripeServer, stripeEnv, type StripeServer } from '../vendors/stripe-server';

let stripe: StripeServer;
let server: TestServer;
let token: string;

beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startServer({ env: { ...ADMIN_ENV, ...stripeEnv(stripe) } });
  token = await signInByApi(server.origin, await registerPerson(server));
});
afterAll(async () => {
  await server.stop();
  expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 }); // Stripe's side too
  await stripe.close();
});

const api = <Body>(...call: Parameters<ReturnType<typeof apiOf>>) =>
  apiOf(server.origin, token)<Body>(...call);
const restart = async (): Promise<void> => {
  await server.kill();
  server = await startServer({ env: stripeEnv(stripe), dataDir: server.dataDir });
};
const cents = async () => (await api<BalanceResponse>('GET', '/api/billing/balance')).body.balanceCents;
const start = () =>
  api<{ paymentIntentId: string; code?: string }>('POST', '/api/payments/one-time-intent', {
    AmountCents: 2500,
    PackageId: 'p25',
  });
const sendWebhook = (body: string, headers: Record<string, string> = {}) =>
  apiOf(server.origin)<{ code?: string }>('POST', '/api/payments/webhook', body, headers);

describe('kill -9 between Stripe’s answer and ours', () => {
  it('while a payment is begun leaves one payment, which can be paid', async () => {
    const reached = stripe.holdNext(/payment_intents$/);
    const lost = start().catch(() => undefined);
    await reached;
    await restart();
    stripe.release();
    await lost;
    const { status, body } = await start();
    expect(status).toBe(200);
    expect([...stripe.account.intents.keys()]).toEqual([body.paymentIntentId]);
  });

  it('while a payment is credited loses nothing and credits nothing twice @soak', async () => {
    const { paymentIntentId: id } = (await start()).body;
    stripe.account.pay(id);
    const seen = new Set<number>();
    const centsSeen = async (): Promise<number> => {
      const now = await cents();
      seen.add(now);
      return now;
    };
    for (let kill = 0; kill < 2; kill += 1) {
      const reached = stripe.holdNext(/payment_intents\/pi/);
      const lost = api('GET', `/api/payments/verify?paymentIntentId=${id}`).catch(() => undefined);
      await reached;
      const killed = server.kill();
      stripe.release();
      await Promise.all([killed, lost]);
      expect(await faultsInBooks(server.dataDir)).toEqual([]);
      // The check at the start asks Stripe for what was begun.
      server = await startServer({ env: stripeEnv(stripe), dataDir: server.dataDir });
      await expect.poll(centsSeen, { timeout: 60_000 }).toBe(3000);
    }
    // Nobody sees a payment without its bonus.
    seen.delete(0);
    expect([...seen]).toEqual([3000]);
    expect((await api('GET', `/api/payments/verify?paymentIntentId=${id}`)).body).toMatchObject({
      outcome: 'credited',
      balanceCents: 3000,
    });
  });
});

it('a receipt’s link ends receipts when a mail program presses its button, without signing in @soak', async () => {
  const account = await registerPerson(server);
  const own = apiOf(server.origin, await signInByApi(server.origin, account));
  const intent = { AmountCents: 500, PackageId: 'p5' };
  const { body } = await own<{ paymentIntentId: string }>('POST', '/api/payments/one-time-intent', intent);
  stripe.account.pay(body.paymentIntentId);
  await own('GET', `/api/payments/verify?paymentIntentId=${body.paymentIntentId}`);
  await restart(); // what is due is mailed at the start
  const receipt = (await mailsTo(server.dataDir, account.email, 2)).at(-1)?.text ?? '';
  const { search } = new URL(/http\S+\/unsubscribe\S+/.exec(receipt)?.[0] ?? '');
  const press = (query: string) =>
    fetch(`${server.origin}/unsubscribe${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  const asked = await fetch(`${server.origin}/unsubscribe${search}`);
  expect(await asked.text()).toContain('payment receipts');
  expect((await press(search.replace('kind=receipt', 'kind=low-balance'))).status).toBe(404);
  expect((await press(search)).status).toBe(200);
  const preferences = apiOf(server.origin, await signInByApi(server.origin, account));
  expect((await preferences('GET', '/api/userpreferences')).body).toMatchObject({
    EmailReceiptOnPayment: false,
    EmailLowBalance: true,
  });
});

describe('a webhook from anybody', () => {
  it('of ten megabytes is not read', async () => {
    const { status, body } = await sendWebhook(`"${'x'.repeat(10 * 1024 * 1024)}"`);
    expect([status, body.code]).toEqual([413, 'too_large']);
  });

  it('is refused without Stripe’s signature', async () => {
    const { body } = signedWebhook({ id: 'evt_1', type: 'payment_intent.succeeded' });
    expect(await sendWebhook(body)).toMatchObject({ status: 400, body: { code: 'unsigned' } });
    const old = signedWebhook({ id: 'evt_1' }, { secret: 'whsec_old' });
    expect(await sendWebhook(old.body, { 'Stripe-Signature': old.signature })).toMatchObject({
      status: 400,
      body: { code: 'wrong_signature' },
    });
  });
});

it.each([
  { AmountCents: 1, PackageId: 'p50' },
  { AmountCents: -5000, PackageId: 'p50' },
  { AmountCents: 5000, PackageId: 'p500' },
  { AmountCents: '5000', PackageId: 'p50' },
])('a top-up of %j is refused', async (body) => {
  expect((await api('POST', '/api/payments/one-time-intent', body)).status).toBe(400);
});

it('Stripe’s script is let in on the pages with a card form, and nowhere else', async () => {
  const policyOf = async (path: string) =>
    (await fetch(server.origin + path, { redirect: 'manual' })).headers.get('Content-Security-Policy');
  expect(await policyOf('/top-up')).toContain('https://js.stripe.com');
  expect(await policyOf('/top-up/')).toContain('https://js.stripe.com');
  for (const path of ['/', '/ai', '/settings/billing', '/api/payments/config']) {
    expect(await policyOf(path)).not.toContain('stripe');
  }
});
