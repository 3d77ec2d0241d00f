import fs from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { KeptPrompt } from '../../app/features/prompts/answers';
import { fromElsewhere, registerPerson } from '../support/people';
import { makeUserWithRole } from '../support/users-with-roles';
import { apiOf, signInByApi, type TestServer } from '../support/server';
import { expect, expectAccessible, expectFit, signIn, test, toast, untilAlive } from './fixtures';

interface Author {
  account: { email: string; password: string };
  save: (prompt: object) => Promise<KeptPrompt>;
  api: ReturnType<typeof apiOf>;
}

/** Somebody who may save more than twelve prompts. */
async function makeAuthor(server: TestServer): Promise<Author> {
  const { account, token } = await makeUserWithRole(server, 'teamuser');
  const api = apiOf(server.origin, token);
  return {
    account,
    api,
    save: async (prompt) => {
      const { status, body } = await api<KeptPrompt>('POST', '/api/savedprompts', {
        content: 'Describe moss.',
        ...prompt,
      });
      expect(status).toBe(201);
      return body;
    },
  };
}

const card = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: 'Prompts' }).getByRole('listitem').filter({ hasText: title });
const titles = (page: Page): Locator =>
  page.getByRole('list', { name: 'Prompts' }).getByRole('heading', { level: 2 });

async function choose(page: Page, title: string, item: string): Promise<void> {
  await card(page, title)
    .getByRole('button', { name: `More for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a prompt that is used takes the place of what was written in the generator, which can be had back @soak', async ({
  page,
  server,
}) => {
  const author = await makeAuthor(server);
  await author.save({ title: 'Moss' });
  await signIn(page, author.account, '/prompt-generator');
  await page.getByLabel('Category').selectOption('Teaching & learning');
  await page.getByLabel('Style').selectOption('Socratic teacher');
  await page.getByLabel('Generated prompt').fill('Mine');
  await page.goto('/saved-prompts');
  await untilAlive(page);
  await card(page, 'Moss').getByRole('button', { name: /^Use/ }).click();
  await expect(page.getByLabel('Generated prompt')).toHaveValue('Describe moss.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Generated prompt')).toHaveValue('Mine');
  // So can what was written by hand when another category clears it.
  await page.getByLabel('Category').selectOption('Coding & software');
  await expect(page.getByLabel('Generated prompt')).toHaveValue('');
  const cleared = page.getByRole('listitem').filter({ hasText: 'Your prompt was cleared.' });
  await cleared.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Generated prompt')).toHaveValue('Mine');
  await expect(page.getByLabel('Style').locator('option:checked')).toHaveText('Socratic teacher');
  // Or what was only typed into the steps.
  await page.getByRole('button', { name: 'Rebuild from the steps' }).click();
  await page.getByLabel('Topic').fill('rain');
  await page.getByLabel('Details').fill('for farmers in the Sahel');
  await page.getByLabel('Category').selectOption('Coding & software');
  await expect(page.getByLabel('Details')).toBeHidden();
  const typed = page.getByRole('listitem').filter({ hasText: 'Your topic and details were cleared.' });
  await typed.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Details')).toHaveValue('for farmers in the Sahel');
  await expect(page.getByLabel('Topic')).toHaveValue('rain');
});

test('search, folder, order and page are in the address, and a reload brings them back', async ({
  page,
  server,
}) => {
  const author = await makeAuthor(server);
  await signIn(page, author.account, '/saved-prompts');
  await expect(page.getByText('No saved prompts yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Your First Prompt' })).toHaveAttribute(
    'href',
    '/prompt-generator',
  );
  for (let number = 1; number <= 13; number += 1)
    await author.save({
      title: `Moss ${String(number)}`,
      folder: number > 11 ? 'Garden' : '',
      tags: number === 13 ? ['bryology'] : [],
      rawTopic: 'The mosses of the northern hemisphere',
    });
  await page.reload();
  await untilAlive(page);
  await expect(titles(page)).toHaveCount(12);
  await expect(titles(page).first()).toHaveText('Moss 13');
  await expect(card(page, 'Moss 13').getByText('The mosses of the norther…')).toBeVisible();

  await page.getByRole('link', { name: 'Next' }).press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('Page 2 of 2 · 13 prompts')).toBeVisible();
  await expect(titles(page)).toHaveText(['Moss 1']);
  // What was pressed is gone on the last page: the keyboard goes on beside it.
  await expect(page.getByRole('navigation', { name: 'Pages of prompts' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Previous' })).toBeFocused();

  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('bryol');
  await expect(page).toHaveURL(/\/saved-prompts\?search=bryol$/);
  await expect(titles(page)).toHaveText(['Moss 13']);
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('lichen');
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('link', { name: 'Show all prompts' }).click();
  await expect(titles(page)).toHaveCount(12);

  await page.getByLabel('Folder').selectOption('Garden');
  await expect(titles(page)).toHaveText(['Moss 13', 'Moss 12']);
  await page.getByLabel('Sort by').selectOption('oldest');
  await expect(page).toHaveURL(/folder=Garden&sort=oldest/);
  await expect(titles(page)).toHaveText(['Moss 12', 'Moss 13']);
  await page.reload();
  await expect(titles(page)).toHaveText(['Moss 12', 'Moss 13']);
  await expect(page.getByLabel('Sort by')).toHaveValue('oldest');
  const search = page.getByRole('searchbox', { name: 'Search prompts' });
  for (const typed of ['mos', 'moss 13']) {
    await search.fill(typed);
    await expect(page).toHaveURL(new RegExp(`search=${typed.replace(' ', '\\+')}$`));
  }
  await expect(titles(page)).toHaveText(['Moss 13']);
  await page.goBack();
  await expect(titles(page)).toHaveText(['Moss 12', 'Moss 13']);
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(titles(page)).toHaveText(['Moss 13', 'Moss 12']);
  await page.goBack();
  await expect(titles(page)).toHaveCount(12);
  await page.goForward();
  await expect(titles(page)).toHaveText(['Moss 13', 'Moss 12']);
  await page.goForward();
  await expect(titles(page)).toHaveText(['Moss 12', 'Moss 13']);
  await page.getByRole('link', { name: '#bryology' }).click();
  await expect(page.getByText('Tagged #bryology')).toBeVisible();
  await expect(titles(page)).toHaveText(['Moss 13']);

  // As after the last prompt of a folder was moved in another tab.
  await page.goto('/saved-prompts?folder=Cellar');
  await expect(page.getByText('What was here may have been moved or deleted.')).toBeVisible();
  await expect(page.getByLabel('Folder')).toHaveValue('Cellar');
});

test('an edit outlasts a reload, another edit is shown beside it, and an earlier version is restored @soak', async ({
  page,
  server,
}) => {
  const author = await makeAuthor(server);
  const prompt = await author.save({ title: 'Moss', content: 'Describe one green moss.' });
  await signIn(page, author.account, '/saved-prompts');
  const dialog = page.getByRole('dialog', { name: 'Edit Your Prompt' });
  const text = dialog.getByLabel('Prompt', { exact: true });
  await card(page, 'Moss').getByRole('button', { name: 'Edit' }).click();
  await text.fill('Describe two green mosses.');
  await expectFit(page);
  await page.reload();
  await untilAlive(page);
  const badge = card(page, 'Moss').getByRole('button', { name: 'Unsaved edit' });
  await badge.click();
  await expect(dialog.getByText('Your unsaved changes are back.')).toBeVisible();
  await expect(text).toHaveValue('Describe two green mosses.');

  const other = { ...prompt, content: 'Describe one brown moss.', baseVersion: 1 };
  expect((await author.api('PUT', `/api/savedprompts/${prompt.id}`, other)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was overwritten.');
  await expect(dialog.locator(':focus')).toHaveText(/Nothing was overwritten\./);
  await expect(dialog.getByRole('region', { name: 'Both versions' })).toContainText('brown');
  await expectAccessible(page);
  await expect(text).toHaveValue('Describe two green mosses.');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await dialog.getByLabel('What did you change? (optional)').fill('Two of them');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Prompt updated')).toBeVisible();
  await expect(card(page, 'Moss')).toContainText('Describe two green mosses.');
  await expect(badge).toHaveCount(0);

  await choose(page, 'Moss', 'Versions…');
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await expect(versions.getByLabel('Changes')).toContainText('brown');
  await versions.getByLabel('Compare the current text with').selectOption('1');
  await expect(versions.getByLabel('Changes')).toContainText('one');
  await expectFit(page);
  await versions.getByRole('button', { name: 'Restore this version' }).click();
  await expect(toast(page, 'Restored version 1')).toBeVisible();
  await expect(card(page, 'Moss')).toContainText('Describe one green moss.');

  // What was done elsewhere beside the text stays, also where this edit began before it.
  await card(page, 'Moss').getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Title').fill('Mosses');
  const moved = { title: 'Moss', content: prompt.content, folder: 'Shore', tags: ['b'] };
  expect((await author.api('PUT', `/api/savedprompts/${prompt.id}`, moved)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'Mosses')).toContainText('In Shore');
  await expect(card(page, 'Mosses')).toContainText('#b');

  await card(page, 'Moss').getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Confirm Delete' });
  await expect(confirm).toContainText('This action cannot be undone.');
  await confirm.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('No saved prompts yet')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('variables are filled in by a form before a prompt is used @soak', async ({ page, server }) => {
  const author = await makeAuthor(server);
  await author.save({
    title: 'Moss letter',
    content: 'Write a {{tone:select(warm, cool)}} letter of {{count:number=3}} lines about {{topic:long}}.',
  });
  await signIn(page, author.account, '/saved-prompts');
  await expect(card(page, 'Moss letter')).toContainText('3 variables');
  await card(page, 'Moss letter').getByRole('button', { name: 'Use' }).click();
  const form = page.getByRole('dialog', { name: 'Fill in the variables' });
  await expect(form.getByLabel('Count')).toHaveValue('3');
  await form.getByRole('button', { name: 'Open in Prompt Generator' }).click();
  await expect(form.getByText('Choose an option.')).toHaveCount(1);
  await expect(form.getByText('Enter a value.')).toHaveCount(1);
  await expect(form.getByLabel('Tone')).toBeFocused();
  await expectFit(page);
  await form.getByLabel('Tone').selectOption('warm');
  await form.getByLabel('Topic').fill('moss & {{lichen}}');
  await expect(form.getByRole('region', { name: 'Preview' })).toHaveText(
    'Write a warm letter of 3 lines about moss & {{lichen}}.',
  );
  await form.getByRole('button', { name: 'Send to AI Page' }).click();
  await expect(page).toHaveURL(/\/ai$/);
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(
    'Write a warm letter of 3 lines about moss & {{lichen}}.',
  );
  await page.reload();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await page.goto('/saved-prompts');
  await expect(card(page, 'Moss letter')).toContainText('Used once');
  await expect(card(page, 'Moss letter')).toContainText('Average cost');
});

test('prompts are imported from each kind of file, and exported as they were @soak', async ({
  page,
  server,
}) => {
  const author = await makeAuthor(server);
  await signIn(page, author.account, '/saved-prompts');
  const dialog = page.getByRole('dialog', { name: 'Import prompts' });
  const file = (name: string, value: unknown) => ({
    name,
    mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/json',
    buffer: Buffer.isBuffer(value)
      ? value
      : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  });
  const open = async () => {
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
  };
  const send = async (chosen: ReturnType<typeof file>) => {
    await dialog.getByLabel('Choose a file').setInputFiles(chosen);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  };
  await open();
  await expectFit(page);
  await dialog.getByLabel('Choose a file').setInputFiles(file('huge.json', 'a'.repeat(11 * 1024 * 1024)));
  await expect(dialog).toContainText('huge.json: too large. The limit is 10 MB.');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await send(file('broken.json', '[{"title":'));
  await expect(dialog.getByRole('alert')).toHaveText('This file is not valid JSON.');
  // As Excel saves a table in Germany or France, in other bytes than UTF-8.
  await send(file('excel.csv', Buffer.from('title,content\r\nFrühling,Übe Brüche.\r\n', 'latin1')));
  await expect(dialog.getByRole('alert')).toContainText('This file isn’t in UTF-8');
  const message = { author: { role: 'user' }, create_time: 1, content: { parts: ['Name a moss.'] } };
  await send(file('conversations.json', [{ title: 'From ChatGPT', mapping: { a: { message } } }]));
  await expect(toast(page, '1 prompt imported')).toBeVisible();
  await expect(card(page, 'From ChatGPT')).toContainText('Name a moss.');
  await open();
  await send(file('webui.json', [{ command: '/moss', title: 'From Open WebUI', content: 'ارسم طحلبًا.' }]));
  await expect(card(page, 'From Open WebUI').getByText('ارسم')).toHaveCSS('direction', 'rtl');
  await open();
  await send(
    file('table.csv', 'title,content,tags\r\nFrom a table,- Paint a moss.,"a; b"\r\n,No title,\r\n'),
  );
  await expect(dialog.getByRole('alert')).toContainText('1 prompt imported, 1 skipped');
  await expect(dialog).toContainText('Prompt 2: Please enter a title.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(titles(page)).toHaveCount(3);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click();
  const path = await (await download).path();
  const exported = JSON.parse(await fs.readFile(path, 'utf8')) as { title: string; tags: string[] }[];
  expect(exported.map(({ title }) => title).sort()).toEqual([
    'From ChatGPT',
    'From Open WebUI',
    'From a table',
  ]);
  expect(exported.find(({ title }) => title === 'From a table')?.tags).toEqual(['a', 'b']);
});

test('a prompt is public after a confirmation, has a link for everybody, and is private again at once @soak', async ({
  page,
  server,
  browser,
}) => {
  const author = await makeAuthor(server);
  const { id } = await author.save({ title: 'Shared moss', tags: ['green'] });
  const stranger = await (
    await browser.newContext({ baseURL: server.origin, extraHTTPHeaders: fromElsewhere() })
  ).newPage();
  await stranger.goto(`/saved-prompts/${id}`);
  await expect(stranger.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  await signIn(page, author.account, '/saved-prompts');
  await card(page, 'Shared moss').getByRole('button', { name: 'Private' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Prompt Public' });
  await expect(dialog).toContainText('visible to all users in the community section');
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page, 'Shared moss').getByRole('button', { name: 'Private' })).toBeVisible();
  await card(page, 'Shared moss').getByRole('button', { name: 'Private' }).click();
  await dialog.getByRole('button', { name: 'Make Public' }).click();
  await expect(toast(page, 'Prompt is now public')).toBeVisible();

  await stranger.reload();
  await untilAlive(stranger);
  await expect(stranger.getByRole('heading', { name: 'Shared moss' })).toBeVisible();
  await expect(stranger.getByText('Describe moss.')).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Log in to use it' })).toHaveAttribute(
    'href',
    `/login?returnTo=%2Fsaved-prompts%2F${id}`,
  );
  const reader = await registerPerson(server);
  await signIn(stranger, reader, `/saved-prompts/${id}`);
  await stranger.getByRole('button', { name: 'Save to My Prompts' }).click();
  await expect(toast(stranger, 'Saved to My Prompts')).toBeVisible();
  const readerApi = apiOf(server.origin, await signInByApi(server.origin, reader));
  const copies = await readerApi<{ prompts: KeptPrompt[] }>('GET', '/api/savedprompts/my-prompts');
  expect(copies.body.prompts).toMatchObject([{ title: 'Shared moss', isPublic: false, source: { id } }]);

  await card(page, 'Shared moss').getByRole('button', { name: 'Public' }).click();
  await expect(toast(page, 'Prompt is now private')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await stranger.context().close();
});
