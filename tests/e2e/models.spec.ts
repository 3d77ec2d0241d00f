import { ADMIN, ADMIN_ENV, startServer } from '../support/server';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer } from '../vendors/vendor-server';
import { expect, expectFit, signIn, test as base, toast } from './fixtures';
import { prompt, send, thread } from './playground-fixtures';

const GONE = {
  kind: 'status',
  status: 404,
  code: 'model_not_found',
  message: 'The model `old` has been deprecated.',
} as const;

/** A server without any key, and beside it one that an administrator may add. */
const test = base.extend<{ vendor: VendorServer }>({
  vendor: async ({}, use) => {
    const vendor = await startOpenAiServer({ models: ['old', 'new'] });
    await use(vendor);
    await vendor.close();
  },
  server: async ({}, use) => {
    const server = await startServer({ env: ADMIN_ENV });
    await use(server);
    await server.stop();
  },
});

test('from Demo to a server of one’s own, and from a model that is gone to its successor in two clicks @soak', async ({
  page,
  vendor,
}) => {
  await signIn(page, ADMIN);
  await send(page, 'Hello, Demo');
  await page.getByRole('link', { name: 'Add a key' }).click();

  const openai = page.getByRole('region', { name: /^OpenAI/ });
  await openai.getByRole('button', { name: 'Add a key: OpenAI', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Show.*API key$/ })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Test and save' }).click();
  await expect(toast(page, 'OpenAI is saved. People can use it once it has a key.')).toBeVisible();

  await page.getByRole('button', { name: 'Add a provider' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a provider' });
  await adding.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await adding.getByLabel('Name', { exact: true }).fill('Lab');
  await adding.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(adding.getByText('Nothing answers at this address.')).toBeVisible();
  await adding.getByLabel('Base URL').fill(vendor.baseUrl);
  await adding.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(adding.getByText('2 models: new, old.')).toBeVisible();
  for (const name of ['new', 'old']) {
    await adding.getByLabel(`Input price of ${name}`).fill('0.10');
    await adding.getByLabel(`Output price of ${name}`).fill('0.50');
  }
  await adding.getByRole('button', { name: 'Save' }).click();
  const lab = page.getByRole('region', { name: 'Lab' });
  await expect(lab.getByRole('row').filter({ hasText: 'old' })).toContainText('$0.10 / $0.50');

  await lab.getByRole('button', { name: 'Actions for old' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const model = page.getByRole('dialog', { name: 'Edit old' });
  await model.getByLabel('Successor').fill('new');
  await model.getByRole('button', { name: 'Save model' }).click();
  await expect(model).toHaveCount(0);

  const preferred = { DefaultProvider: 'lab', DefaultModel: 'old' };
  await page.request.post('/api/userpreferences', { data: preferred });
  await page.goto('/ai');
  vendor.script(GONE, GONE);
  await send(page, 'Is anybody there?');
  await thread(page).getByRole('button', { name: 'Use new instead' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(thread(page).getByRole('article').first()).toHaveAccessibleName('Message to new');
  await expect(thread(page).getByRole('article').first()).toContainText('charged to your balance');
  await expect(prompt(page)).toHaveValue('');
  // The account begins with it everywhere from now on.
  const preferences = async () => (await page.request.get('/api/userpreferences')).json() as Promise<unknown>;
  await expect.poll(preferences).toMatchObject({ ...preferred, DefaultModel: 'new' });
  const console = await page.context().newPage();
  await console.goto('/admin/models');
  await expect(console.getByText('Lab no longer offers old')).toBeVisible();

  // What people have paid for stays; the way out is offered in its place.
  await console.getByRole('button', { name: 'Actions for Lab' }).click();
  await console.getByRole('menuitem', { name: 'Delete provider…' }).click();
  const kept = console.getByRole('dialog', { name: 'Lab can’t be deleted' });
  await expect(kept).toContainText('It stays because its models have a price history.');
  await expectFit(console);
  await kept.getByRole('button', { name: 'Turn off' }).click();
  await expect(kept).toHaveCount(0);
  await expect(console.getByRole('region', { name: 'Lab' })).toContainText('Off');
});

test('a provider stays while something needs it, and is deleted with its models when nothing does @soak', async ({
  page,
  vendor,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/admin/models');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a provider' });
  await adding.getByLabel('Name', { exact: true }).fill('Spare');
  await adding.getByLabel('Base URL').fill(vendor.baseUrl);
  await adding.getByRole('button', { name: 'Test', exact: true }).click();
  for (const name of ['new', 'old']) await adding.getByLabel(name, { exact: true }).uncheck();
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Spare is added. People can use it once it has a model.')).toBeVisible();
  const spare = page.getByRole('region', { name: 'Spare' });
  await spare.getByRole('button', { name: 'Add a model' }).first().click();
  const model = page.getByRole('dialog', { name: 'Add a model' });
  await expect(model.getByText(/^On the server: /)).toBeVisible();
  await model.getByLabel('Model', { exact: true }).fill('new');
  await model.getByLabel('Display name').fill('New');
  await model.getByRole('button', { name: 'Add model' }).click();
  await expect(spare.getByRole('row').filter({ hasText: 'New' })).toContainText('Can’t be used');

  const askToDelete = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete provider…' }).click();
  };
  await askToDelete('OpenAI');
  const openai = page.getByRole('dialog', { name: 'OpenAI can’t be deleted' });
  await expect(openai).toContainText('It stays because its models have a price history.');
  await openai.getByRole('button', { name: 'Cancel' }).click();

  const prefer = (provider: string, name: string) =>
    page.request.post('/api/userpreferences', { data: { DefaultProvider: provider, DefaultModel: name } });
  await prefer('spare', 'new');
  await page.reload();
  await askToDelete('Spare');
  const preferred = page.getByRole('dialog', { name: 'Spare can’t be deleted' });
  await expect(preferred).toContainText('It stays because people have chosen it as their default.');
  await preferred.getByRole('button', { name: 'Cancel' }).click();

  await prefer('openai', 'gpt-4o-mini');
  await page.reload();
  await askToDelete('Spare');
  const deleting = page.getByRole('alertdialog', { name: 'Delete Spare?' });
  await expect(deleting).toContainText(
    `This deletes its address (${vendor.baseUrl}) and 1 model (New). It can’t be undone.`,
  );
  await deleting.getByRole('button', { name: 'Delete provider' }).click();
  await expect(deleting).toHaveCount(0);
  await expect(spare).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'OpenAI' })).toBeVisible();
  await expect(spare).toHaveCount(0);
});
