import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { COMPLETION_ERRORS } from '../../app/features/completions/schema';
import { complete } from '../support/paying-server';
import { registerPerson } from '../support/people';
import { apiOf, signInByApi } from '../support/server';
import type { Behaviour } from '../vendors/behaviour';
import type { VendorServer } from '../vendors/vendor-server';
import { expect, expectFit, signIn } from './fixtures';
import { chooseAction, prompt, test, thread } from './playground-fixtures';

const TEXT = 'Why are leaves green?';
const FREE_ONLY = 'Become a Pro User for as little as $5.';

/** One signed-in page, and what happens behind its back. */
interface Scene {
  page: Page;
  vendor: VendorServer;
  token: string;
  origin: string;
  adjust: (amountCents: number) => Promise<unknown>;
}

/** How each refusal comes about, and what a person reads and can do then. */
interface Case {
  who?: 'free';
  vendor?: Behaviour;
  /** What the request says instead, on its way to the server. */
  change?: object;
  /** The same, for cases that need something to have happened; it may say another idempotency key. */
  arrange?: (scene: Scene) => Promise<{ change?: object; key?: string } | undefined>;
  /** The server's answer, where it takes minutes or a payment to bring it about. */
  answer?: { status: number; message: string };
  says: string | RegExp;
  /** What to do, in words beside the sentence. */
  and?: string;
  offers?: 'Retry' | 'See packages' | 'Open limits' | 'Switch to Work';
  afterwards?: (scene: Scene) => Promise<void>;
}

const long = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${String(index)}.txt`,
    text: 'word '.repeat(79_000),
  }));

/** Sends as a script does, with a key that the page's own request then says too. */
function earlier({ origin, token }: Scene, body: object) {
  const key = randomUUID();
  const change = { provider: 'openai', model: 'gpt-4o-mini', maxOutputTokens: 500, attachments: [], ...body };
  return { key, change, answered: complete(origin, token, { ...change, prompt: TEXT }, key) };
}

/** Every code that a paid call may be refused with; a string names the spec in which it is seen. */
const CASES: Record<keyof typeof COMPLETION_ERRORS, Case | string> = {
  free_daily_limit: 'playground.spec.ts',
  moderation_blocked: 'playground.spec.ts',
  provider_model_gone: 'models.spec.ts',
  free_optimize_limit: 'below',
  // The page pays without a key.
  invalid_api_key: 'app/features/completions/paying-key.test.ts',
  keys_forbidden: 'app/features/api-keys/key-policy.test.ts',
  key_model_not_allowed: 'app/features/completions/paying-key.test.ts',

  free_model_restricted: {
    who: 'free',
    change: { model: 'gpt-4o' },
    says: 'This model is available on paid plans. Please select GPT-4o-mini.',
    offers: 'See packages',
  },
  unknown_model: {
    change: { model: 'gpt-0' },
    says: 'This model isn’t available here anymore. Choose another one.',
  },
  price_missing: {
    arrange: async ({ origin }) => {
      const admin = apiOf(origin, await signInByApi(origin));
      const { body } = await admin<{ providers: { id: string; key: string }[] }>(
        'GET',
        '/api/admin/providers',
      );
      const id = body.providers.find(({ key }) => key === 'openai')?.id ?? '';
      await admin('POST', `/api/admin/providers/${id}/models`, { modelName: 'unpriced' });
      return { change: { model: 'unpriced' } };
    },
    says: 'unpriced has no price yet, so it cannot be called. Choose another model.',
  },
  attachment_invalid: {
    change: { attachments: [{ name: 'photo.png', mimeType: 'image/png', base64: 'AAAA', useVision: true }] },
    says: 'Attachment rejected. Please check file type/size.',
    and: 'photo.png: It has neither text nor an image',
  },
  request_too_long: { change: { attachments: long(4) }, says: /more than GPT-4o-mini can read\. Shorten it/ },

  insufficient_funds: {
    arrange: async ({ page }) => {
      await page.request.post('/api/userpreferences', { data: { PerRequestCapCents: 25 } });
      return { change: { model: 'gpt-4o', maxOutputTokens: 8192, attachments: long(1) } };
    },
    says: /The estimated cost of up to \d\d\.\d\d¢ exceeds your per-request limit of \$0\.25\./,
    and: 'Raise the limit, allow a shorter reply, or shorten the prompt.',
    offers: 'Open limits',
    afterwards: async ({ page }) => {
      await expect(page.getByRole('dialog', { name: 'Limits' })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.request.post('/api/userpreferences', { data: { PerRequestCapCents: null } });
    },
  },
  exceeds_cco: {
    // The money goes elsewhere while the chat's page is open.
    arrange: async ({ page, adjust }) => {
      await page.getByText('Chat', { exact: true }).click();
      await page.getByRole('button', { name: 'Switch to Chat' }).click();
      await adjust(-400);
      return undefined;
    },
    says: 'Chat budget floor (CCO) would be breached',
    and: 'Switch to Work to send it, or begin a chat with a larger budget.',
    offers: 'Switch to Work',
    afterwards: async ({ page }) => {
      await expect(page.getByRole('radio', { name: 'Work' })).toBeChecked();
    },
  },
  paid_user_required: {
    arrange: async ({ page, adjust }) => {
      await page.getByText('Chat', { exact: true }).click();
      await page.getByRole('button', { name: 'Switch to Chat' }).click();
      await adjust(-100);
      return undefined;
    },
    says: 'Access denied. PaidUser role required.',
    and: 'Chat mode, images and choosing pages need a Pro account with a balance.',
    offers: 'See packages',
    afterwards: async ({ page, adjust }) => {
      // Without a balance there is no chat.
      await expect(page.getByRole('radio', { name: 'Work' })).toBeChecked();
      await adjust(500);
      await page.reload();
      await page.getByText('Work', { exact: true }).click();
    },
  },
  in_debt: {
    answer: { status: 402, message: 'A payment was refunded. Top up to pay it and continue.' },
    says: 'A payment was refunded. Top up to pay it and continue.',
    offers: 'See packages',
  },

  in_flight: {
    arrange: async (scene) => {
      scene.vendor.script({ kind: 'reply', hold: 'before' });
      const { key, change } = earlier(scene, {});
      await scene.vendor.until((log) => log.stats.held === 1);
      return { key, change };
    },
    says: 'Request failed (409)',
    and: 'This request is still being answered.',
    offers: 'Retry',
    afterwards: async ({ vendor }) => {
      vendor.release();
      await vendor.until((log) => log.stats.held === 0);
    },
  },
  answer_purged: {
    answer: { status: 409, message: 'Send it again with a new key.' },
    says: 'Request failed (409)',
    and: 'Retry sends it again.',
    offers: 'Retry',
  },
  idempotency_key_reused: {
    arrange: async (scene) => {
      const { key, answered } = earlier(scene, { maxOutputTokens: 400 });
      await answered;
      return { key };
    },
    says: 'Request failed (422)',
    and: 'Retry sends it again.',
    offers: 'Retry',
  },
  stopped: {
    answer: { status: 409, message: 'Stopped' },
    says: 'Stopped before a reply arrived. You were not charged.',
    offers: 'Retry',
  },
  server_stopping: {
    answer: { status: 503, message: 'The server is restarting. You were not charged.' },
    says: 'Request failed (503)',
    and: 'The server is restarting. You were not charged.',
    offers: 'Retry',
  },
  too_many_at_once: {
    answer: { status: 429, message: 'Wait.' },
    says: 'Rate limit reached. Try again in 5s.',
    offers: 'Retry',
  },
  moderation_unavailable: {
    answer: { status: 503, message: 'This text couldn’t be checked. Nothing was sent.' },
    says: 'Request failed (503)',
    and: 'This text couldn’t be checked. Nothing was sent.',
    offers: 'Retry',
  },

  provider_rate_limited: {
    vendor: { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
    says: 'Rate limit reached. Try again in 7s.',
    offers: 'Retry',
  },
  provider_not_set_up: {
    vendor: { kind: 'status', status: 401 },
    says: 'Request failed (503)',
    and: 'OpenAI isn’t available on this server right now. You were not charged.',
    offers: 'Retry',
  },
  provider_overloaded: {
    vendor: { kind: 'status', status: 503 },
    says: 'Request failed (503)',
    and: 'Please try again in a moment. You were not charged.',
    offers: 'Retry',
  },
  provider_refused: { vendor: { kind: 'status', status: 400 }, says: /refused.*You were not charged\./ },
  provider_timed_out: {
    vendor: { kind: 'status', status: 504 },
    says: 'Request failed (504)',
    and: 'You were not charged.',
    offers: 'Retry',
  },
  provider_connection_lost: {
    vendor: { kind: 'reset', when: 'after-headers' },
    says: 'Request failed (502)',
    and: 'You were not charged.',
    offers: 'Retry',
  },
  provider_empty_reply: {
    vendor: { kind: 'empty' },
    says: 'Request failed (502)',
    and: 'You were not charged.',
    offers: 'Retry',
  },
  provider_bad_answer: {
    vendor: { kind: 'invalid-json' },
    says: 'Request failed (502)',
    and: 'You were not charged.',
    offers: 'Retry',
  },
};

async function meet(scene: Scene, code: string, failure: Case): Promise<void> {
  const { page, vendor } = scene;
  const alert = thread(page).getByRole('alert');
  const arranged = (await failure.arrange?.(scene)) ?? {};
  if (failure.vendor) vendor.script(failure.vendor);
  await page.route('**/api/ai/complete', async (route) => {
    const { answer, change = arranged.change ?? {} } = failure;
    if (answer) return route.fulfill({ status: answer.status, json: { message: answer.message, code } });
    const request = route.request();
    return route.continue({
      headers: { ...request.headers(), ...(arranged.key ? { 'x-idempotency-key': arranged.key } : {}) },
      postData: JSON.stringify({ ...(request.postDataJSON() as object), ...change }),
    });
  });
  await prompt(page).press('Control+Enter');
  await expect(alert, code).toContainText(failure.says);
  if (failure.and !== undefined) await expect(alert, code).toContainText(failure.and);
  await expect(prompt(page), code).toHaveValue(TEXT);
  await page.unroute('**/api/ai/complete');
  const retry = alert.getByRole('button', { name: 'Retry' });
  if (failure.offers === undefined) await expect(retry, code).toHaveCount(0);
  else if (failure.offers === 'See packages')
    await expect(alert.getByRole('link', { name: 'See packages' }), code).toBeVisible();
  else if (failure.offers === 'Retry') await expect(retry, code).toBeVisible();
  else await alert.getByRole('button', { name: failure.offers }).click();
  await failure.afterwards?.(scene);
  await alert.getByRole('button', { name: 'Remove' }).click();
  await expect(alert, code).toHaveCount(0);
}

test('each refusal says what happened and what to do, and the prompt stays in the box @soak', async ({
  page,
  server: { origin },
  server,
  vendor,
}) => {
  const account = await registerPerson(server);
  const token = await signInByApi(origin, account);
  const { body } = await apiOf(origin, token)<{ id: string }>('GET', '/api/user-info');
  const admin = apiOf(origin, await signInByApi(origin));
  const adjust = (amountCents: number) =>
    admin(
      'POST',
      '/api/admin/billing/adjust',
      { userId: body.id, amountCents, note: 'A test of what is left' },
      { 'X-Idempotency-Key': randomUUID() },
    );
  const scene = { page, vendor, token, origin, adjust };
  const met = (who: Case['who']) =>
    Object.entries(CASES).flatMap(([code, each]) =>
      typeof each !== 'string' && each.who === who ? [[code, each] as const] : [],
    );

  await signIn(page, account);
  await prompt(page).fill(TEXT);
  for (const [code, failure] of met('free')) await meet(scene, code, failure);

  await admin(
    'POST',
    '/api/admin/billing/grant',
    { userId: body.id, amountCents: 500 },
    { 'X-Idempotency-Key': randomUUID() },
  );
  await page.reload();
  await expect(prompt(page)).toHaveValue(TEXT);
  for (const [code, failure] of met(undefined)) await meet(scene, code, failure);
  await prompt(page).press('Control+Enter');
  await expect(thread(page)).toContainText('charged to your balance');
});

test('the day’s free optimizations are used up in words, and the prompt stays @soak', async ({
  page,
  server,
  vendor,
}) => {
  const account = await registerPerson(server);
  const token = await signInByApi(server.origin, account);
  const written = 'Please write a long letter about moss to my aunt.';
  vendor.script(...Array.from({ length: 5 }, () => ({ kind: 'reply', text: 'Write to my aunt.' }) as const));
  for (let used = 0; used < 5; used += 1)
    await apiOf(server.origin, token)(
      'POST',
      '/api/ai/optimize',
      { provider: 'openai', model: 'gpt-4o-mini', prompt: written },
      { 'X-Idempotency-Key': randomUUID() },
    );
  await signIn(page, account);
  await prompt(page).fill(written);
  await page.getByRole('button', { name: 'Optimize' }).click();
  const dialog = page.getByRole('dialog', { name: 'Optimize' });
  await expect(dialog.getByRole('alert')).toContainText('You have used your free optimizations for today.');
  await expect(dialog.getByRole('alert')).toContainText(FREE_ONLY);
  await expect(dialog.getByRole('link', { name: 'See packages' })).toBeVisible();
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Keep my prompt' }).click();
  await expect(prompt(page)).toHaveValue(written);
});

test('a part of the page whose code does not arrive leaves the page as it is, and can be tried again @soak', async ({
  signedIn: page,
}) => {
  await page.clock.install();
  await page.route(/(ledger-sheet|review-dialog|attachment-list)-.*\.js/, (route) => route.abort());
  const toast = page.getByRole('region', { name: /^Notifications/ });
  const tryAgain = toast.getByRole('button', { name: 'Try again' });
  const ledger = page.getByRole('dialog', { name: 'Ledger' });
  const review = page.getByRole('dialog', { name: 'Personal data found' });
  const prompted = prompt(page);

  await test.step('what nobody tries again is closed, and opens at the next press', async () => {
    await chooseAction(page, 'Session', 'Ledger');
    await expect(tryAgain).toBeVisible();
    await expect(prompted).toBeVisible();
    await page.clock.runFor(11_000);
    await expect(tryAgain).toHaveCount(0);
    await chooseAction(page, 'Session', 'Ledger');
    await tryAgain.hover();
    await page.unroute(/(ledger-sheet|review-dialog|attachment-list)-.*\.js/);
    await tryAgain.press('Enter');
    await expect(ledger).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('a request that waits for its review is sent once that has come', async () => {
    await page.route(/review-dialog-.*\.js/, (route) => route.abort());
    await prompted.fill('Write to ada.lovelace@example.org.');
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await tryAgain.hover(); // it stays as long as it is pointed at
    await expect(prompted).toHaveValue('Write to ada.lovelace@example.org.');
    await page.unroute(/review-dialog-.*\.js/);
    await tryAgain.press('Enter');
    await expect(review).toBeVisible();
    await review.getByRole('button', { name: 'Send as-is' }).click();
    await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  });
});
