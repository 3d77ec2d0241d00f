import { checkBooks } from '../support/paying-server';
import { apiOf, signInByApi, startServer } from '../support/server';
import { expect, expectAccessible, expectFit, test as base, untilAlive } from './fixtures';
import { chooseAction } from './playground-fixtures';

// What a self-hoster does in the first minute: no settings, no provider key, only the link from the console.
const test = base.extend<object>({
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.stop();
    expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
  },
});

const ACCOUNT = { email: 'maria@example.org', password: 'Correct-horse-7' };

test('the first minute: from the link on the console to requests that are answered, priced and paid', async ({
  page,
  server,
}) => {
  await test.step('until set-up is done, every page of a visitor says where to begin', async () => {
    for (const path of ['/', '/register', '/login']) {
      await page.goto(path);
      await expect(page.getByRole('status').filter({ hasText: 'Not set up yet' })).toHaveText(
        'Not set up yet: open the link printed where the server was started.',
      );
    }
  });
  await test.step('the link from the console leads to a first send that is answered, priced and paid', async () => {
    await page.goto(server.setupLink ?? '');
    await expectAccessible(page);
    await expect(page.getByLabel('First name')).toBeFocused();
    await page.getByLabel('First name').fill('Maria');
    await page.getByLabel('Last name').fill('Lang');
    await page.getByLabel('Email').fill(ACCOUNT.email);
    await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
    await page.getByRole('button', { name: /create|set up/i }).click();
    await page.waitForURL('**/ai');

    await expect(page.getByRole('banner')).toContainText('Hello, Maria!');
    await expect(page.getByText('Remaining $5.000000')).toBeVisible();
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Explain photosynthesis to twelve-year-olds.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const thread = page.getByRole('list', { name: 'Thread, newest first' });
    await expect(thread).toContainText(/\d+ in · \d+ out · \$0\.10 \/ \$0\.40 per 1M/);
    await expect(thread).toContainText(/demo/i);
    await expect(page.getByText(/^Remaining \$4\.99\d{4}$/)).toBeVisible();

    await chooseAction(page, 'Session', 'Ledger');
    const drawer = page.getByRole('dialog', { name: 'Ledger' });
    await expect(drawer.getByRole('row')).toHaveCount(3); // the head, the send, the starting credit
    await expectAccessible(page);
  });
  await test.step('the console lists what is still to be done, and lets it go', async () => {
    await page.goto('/admin');
    await untilAlive(page);
    const list = page.getByRole('region', { name: 'Finish setting up' });
    await expect(list).toContainText('0 of 4 done');
    for (const [name, href] of [
      ['Add a key', '/admin/models'],
      ['Email status', '/admin/health'],
      ['Users', '/admin/users'],
    ] as const) {
      await expect(list.getByRole('link', { name })).toHaveAttribute('href', href);
    }
    await expectFit(page);
    await list.getByRole('button', { name: 'Back up now' }).press('Enter');
    await expect(list).toContainText('1 of 4 done');
    await expect(list.getByRole('listitem').last()).toHaveText('Make a backup: done');
    await list.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(list).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await page.reload();
    await expect(page.getByLabel('Operation')).toContainText('Complete');
    await expect(list).toHaveCount(0);
  });
  await test.step('the link works once', async () => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Start building' }).first()).toBeVisible();
    await expect(page.getByText('Not set up yet')).toHaveCount(0);
    await page.goto(server.setupLink ?? '');
    await expect(page.getByRole('alert')).toContainText('This server is already set up.');
  });
  await test.step('the same send is possible with a bearer token', async () => {
    const token = await signInByApi(server.origin, ACCOUNT);
    const api = apiOf(server.origin, token);
    const { body: models } = await api<{ providers: { provider: string; defaultModel: string }[] }>(
      'GET',
      '/api/ai/models',
    );
    const [demo] = models.providers;
    const { status, body } = await api(
      'POST',
      '/api/ai/complete',
      {
        provider: demo?.provider,
        model: demo?.defaultModel,
        prompt: 'Hello from a script',
        maxOutputTokens: 64,
      },
      { 'X-Idempotency-Key': 'first-script-send-1' },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      provider: 'demo',
      isFree: false,
      usage: { costUsd: expect.any(Number) as unknown },
    });
  });
});
