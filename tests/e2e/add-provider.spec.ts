import type { Locator } from '@playwright/test';
import { ADMIN, ADMIN_ENV, startServer } from '../support/server';
import { checkBooks } from '../support/paying-server';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer } from '../vendors/vendor-server';
import { expect, expectAccessible, expectFit, signIn, test as base } from './fixtures';
import { send, thread } from './playground-fixtures';

/** A fresh installation without any key, and a server on the same machine. */
const test = base.extend<{ vendor: VendorServer }>({
  vendor: async ({}, use) => {
    const vendor = await startOpenAiServer({ models: ['llama3.2', 'nomic-embed-text', 'qwen3:8b'] });
    await use(vendor);
    await vendor.close();
  },
  server: async ({}, use) => {
    const server = await startServer({ env: ADMIN_ENV });
    await use(server);
    await server.stop();
    expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
  },
});

test('from a fresh installation to a reply of one’s own server: one address, three clicks, and Send @soak', async ({
  page,
  vendor,
}) => {
  let clicks = 0;
  const click = async (button: Locator) => {
    clicks += 1;
    await button.click();
  };
  const usable = async () => {
    const answer = await page.request.get('/api/ai/models');
    const { providers } = (await answer.json()) as { providers: { key: string; allowedModels: string[] }[] };
    return providers.map(({ key, allowedModels }) => [key, ...allowedModels]);
  };
  await signIn(page, ADMIN, '/admin/models');
  expect(await usable()).toEqual([['demo', 'demo']]);

  await click(page.getByRole('button', { name: 'Add a provider' }));
  const adding = page.getByRole('dialog', { name: 'Add a provider' });
  await adding.getByLabel('Base URL').fill(vendor.baseUrl);
  await click(adding.getByRole('button', { name: 'Test', exact: true }));
  await expect(adding.getByRole('status').filter({ hasText: 'The connection works' })).toBeVisible();
  // What answers prompts is ticked, at the price of a server in one's own network.
  await expect(adding.getByLabel('llama3.2', { exact: true })).toBeChecked();
  await expect(adding.getByLabel('Input price of qwen3:8b')).toHaveValue('0');
  await expect(adding.getByLabel('nomic-embed-text')).toHaveCount(0);
  await expectFit(page);
  await expectAccessible(page);
  expect(await usable()).toEqual([['demo', 'demo']]);
  await click(adding.getByRole('button', { name: 'Save' }));
  await expect(adding).toHaveCount(0);
  await expect(page.getByRole('region', { name: '127.0.0.1' })).toContainText('Ready');
  expect(clicks).toBe(3);
  expect(await usable()).toEqual([['127-0-0-1', 'llama3.2', 'qwen3:8b']]);

  await page.goto('/ai');
  await send(page, 'Is anybody there?');
  await expect(thread(page).getByRole('article').first()).toHaveAccessibleName('Message to llama3.2');
  expect(vendor.log.requests.at(-1)?.body).toMatchObject({ model: 'llama3.2' });
});

test('another address has other models: what was ticked for the first one is not saved for it @soak', async ({
  page,
  vendor,
}) => {
  const other = await startOpenAiServer({ models: ['mistral-small'] });
  await signIn(page, ADMIN, '/admin/models');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a provider' });
  await adding.getByLabel('Base URL').fill(vendor.baseUrl);
  await adding.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(adding.getByLabel('llama3.2', { exact: true })).toBeChecked();

  await adding.getByLabel('Base URL').fill(other.baseUrl);
  await expect(adding.getByLabel('llama3.2', { exact: true })).toHaveCount(0);
  await adding.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(adding.getByLabel('mistral-small', { exact: true })).toBeChecked();

  // One that the server doesn't list is added by its name, and asks for its price.
  await adding.getByLabel('Not in the list').fill('my-deployment');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByText('my-deployment: Enter both prices.')).toBeVisible();
  await adding.getByLabel('Input price of my-deployment').fill('1');
  await adding.getByLabel('Output price of my-deployment').fill('2');
  await adding.getByRole('button', { name: 'Save' }).click();
  const added = page.getByRole('region', { name: '127.0.0.1' });
  await expect(added.getByRole('row').filter({ hasText: 'my-deployment' })).toContainText('$1.00 / $2.00');
  await expect(added.getByRole('row').filter({ hasText: 'mistral-small' })).toContainText('$0 / $0');
  await expect(added.getByRole('row').filter({ hasText: 'llama3.2' })).toHaveCount(0);
  await other.close();
});
