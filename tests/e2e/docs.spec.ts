import { expect, expectAccessible, test } from './fixtures';

test('somebody who has a question finds the answer, and the guide that the editor links to @soak', async ({
  page,
}) => {
  await page.goto('/docs');
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /^Answers about/);
  await page.getByText('Do I have to pay to try it?').click();
  await expect(page.getByText('A free account can send up to 15 requests a day')).toBeVisible();
  await page.getByText('Which browsers work?').click();
  await expect(page.getByText('A free account can send up to 15 requests a day')).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search the docs' });
  await search.focus();
  await page.keyboard.insertText('Почему? '.repeat(500)); // more than an address can hold
  await expect(page.getByText('No results for “Почему?')).toBeVisible();
  await expect(page.getByRole('status').getByText('No results')).toBeAttached();
  await search.clear();
  await search.pressSequentially('scanned pages');
  await page.getByRole('link', { name: 'Can it read scanned pages?' }).click();
  await expect(page).toHaveURL(/\/docs\?category=files-for-scripts#can-it-read-scanned-pages$/);
  await expect(page.getByText('Put SET OCR_IF_EMPTY = ON before the LOAD line.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/docs#100%');
  await expect(page.getByText('Do I have to pay to try it?')).toBeVisible();

  const documentation = page.getByRole('navigation', { name: 'Documentation' });
  await page.goto('/docs#baiql');
  await expect(page).toHaveURL(/\/docs\/learn\/baiql-guide$/);
  const documents = page.getByRole('navigation', { name: 'Documents' });
  await documents.getByRole('link', { name: 'BAIQL: reference' }).click();
  await expect(page.getByRole('heading', { name: 'BATCH_START', exact: true })).toHaveAttribute(
    'id',
    'batch-start',
  );

  expect((await page.goto('/docs/learn/none'))?.status()).toBe(404);
  await expect(page.getByText('Select a document')).toBeVisible();
  await expect(documentation.getByRole('link', { name: 'FAQ' })).toBeVisible();
  expect((await page.request.get('/docs/none')).status()).toBe(404);
});

test('an example of the guide opens in the editor as a new script, and a reload keeps it @soak', async ({
  signedIn: page,
}) => {
  await page.goto('/docs/learn/baiql-guide');
  await page.getByRole('link', { name: 'Open in the editor' }).first().click();
  await expect(page).toHaveURL(/\/baiql$/);
  const editor = page.getByRole('textbox', { name: 'Script' });
  await expect(editor).toContainText('What are three good questions');
  await page.reload();
  await expect(editor).toContainText('What are three good questions');
});
