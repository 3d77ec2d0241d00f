import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, untilAlive } from './fixtures';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('files go up, are looked into, replaced or kept beside each other, renamed and deleted', async ({
  signedIn: page,
}) => {
  await page.goto('/baiql/files');
  const chooser = page.getByLabel('Files to upload');
  const table = page.getByRole('table', { name: 'Files in /data/input/' });
  const file = (name: string) => table.getByRole('button', { name, exact: true });

  await chooser.setInputFiles(csv('roster.csv', 'Student Name,Mark\nAda,1\n'));
  await file('roster.csv').click();
  const preview = page.getByRole('dialog', { name: 'roster.csv' });
  await expect(preview.getByRole('rowheader', { name: 'Ada' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await chooser.setInputFiles(csv('roster.csv', 'Student Name,Mark\nBob,2\n'));
  const question = page.getByRole('alertdialog', { name: 'roster.csv already exists' });
  await question.getByRole('button', { name: 'Keep both' }).click();
  await expect(file('roster (2).csv')).toBeVisible();

  const menuOf = (name: string) => table.getByRole('button', { name: `Actions for ${name}` });
  await menuOf('roster (2).csv').press('Enter');
  await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter');
  const rename = page.getByRole('dialog', { name: 'Rename roster (2).csv' });
  await rename.getByLabel('Name').fill('roster.csv');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(rename.getByText('/data/input/roster.csv already exists.')).toBeVisible();
  await rename.getByLabel('Name').fill('may/marks.csv');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await table.getByRole('link', { name: 'may' }).click();
  await expect(page).toHaveURL(/path=%2Fdata%2Finput%2Fmay%2F/);
  const inMay = page.getByRole('table', { name: 'Files in /data/input/may/' });
  await inMay.getByRole('button', { name: 'Actions for marks.csv' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await page
    .getByRole('alertdialog', { name: 'Delete marks.csv?' })
    .getByRole('button', { name: 'Delete file' })
    .click();
  await expect(page.getByText('No files here yet')).toBeVisible();
});

test('a table with doubtful letters is asked about in its preview, and read as chosen @soak', async ({
  signedIn: page,
}) => {
  await page.goto('/baiql/files');
  const buffer = Buffer.from([0x4e, 0x61, 0x6d, 0x65, 0x0a, 0xde, 0xfe, 0x0a]);
  await page.getByLabel('Files to upload').setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer });
  const open = () => page.getByRole('button', { name: 'names.csv', exact: true }).click();
  await open();
  const preview = page.getByRole('dialog', { name: 'names.csv' });
  const question = preview.getByRole('group', { name: 'Which of these reads right?' });
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0);
  await expectAccessible(page);
  await question.getByRole('radio', { name: /Turkish/ }).press('Space');
  await expect(preview.getByRole('rowheader', { name: 'Şş' })).toBeVisible();
  await page.keyboard.press('Escape');
  await open();
  await expect(question.getByRole('radio', { name: /Turkish/ })).toBeChecked();
  await preview.getByLabel('Encoding of names.csv').selectOption('iso-8859-5');
  await expect(preview.getByRole('rowheader', { name: 'оў' })).toBeVisible();
});

/** Lets files or folders of this machine go over a place of the window, as a person drags them in. */
async function drop(page: Page, from: string, at: { x: number; y: number }): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [from], dragOperationsMask: 1 };
  const move = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', { type, ...at, data });
  await move('dragEnter');
  // The workbench opens its files first.
  await expect(async () => {
    await move('dragOver');
    await expect(page.getByText('Drop to upload into /data/input/')).toBeVisible({ timeout: 100 });
  }).toPass();
  await move('drop');
}

test('a folder is dropped anywhere on the page, and goes up with the folders in it @soak', async ({
  signedIn: page,
}) => {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'promptwell-drop-')), 'essays');
  for (const name of ['class a/ada.txt', 'class b/late/ada.txt', '.hidden']) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), name);
  }
  await page.goto('/baiql/files');
  await untilAlive(page);
  await drop(page, folder, { x: 640, y: 700 }); // far below the list
  await page.getByRole('link', { name: 'essays' }).click();
  const where = page.getByRole('navigation', { name: 'Folder' });
  await expect(where).toHaveText('InputessaysOutput');
  const rows = page.getByRole('table', { name: 'Files in /data/input/essays/' }).getByRole('rowgroup').last();
  await expect(rows.getByRole('link')).toHaveText(['class a', 'class b']);
  await page.getByRole('link', { name: 'class b' }).click();
  await page.getByRole('link', { name: 'late' }).click();
  await expect(page.getByRole('button', { name: 'ada.txt', exact: true })).toBeVisible();

  await page.goto('/baiql');
  await untilAlive(page);
  await drop(page, folder, { x: 300, y: 400 }); // over the editor, which has no use for it
  await expect(page.getByRole('alertdialog', { name: 'essays already exists' })).toBeVisible();
});

test('a folder is chosen by a button, without what Office and systems hide in it @soak', async ({
  signedIn: page,
}) => {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'promptwell-folder-')), 'Class 9b');
  for (const name of ['late/Zoë Müller.txt', '~$Zoë Müller.txt', '.DS_Store', 'Thumbs.db', 'Ada.txt']) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), name);
  }
  await page.goto('/baiql/files');
  await untilAlive(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload folder' }).click();
  await (await chooser).setFiles(folder);
  await page.getByRole('link', { name: 'Class 9b' }).click();
  const rows = page
    .getByRole('table', { name: 'Files in /data/input/Class 9b/' })
    .getByRole('rowgroup')
    .last();
  await expect(rows.getByRole('row')).toHaveCount(2);
  await expect(rows).toContainText('Ada.txt');
  await expect(rows).toContainText('late');
});

test('an upload whose line breaks keeps what arrived, and sends the rest when asked @soak', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/baiql/files');
  const large = 'x'.repeat(9 * 1024 * 1024);
  let parts = 0;
  await context.route('**/api/baiql/files', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    parts += 1;
    return parts === 2 ? route.abort('connectionreset') : route.continue();
  });
  await page.getByLabel('Files to upload').setInputFiles([csv('one.csv', large), csv('two.csv', large)]);
  const notice = page.getByRole('alert').filter({ hasText: '1 of 2 files were uploaded' });
  await expect(notice).toContainText('Files that were already uploaded are kept.');
  await notice.getByRole('button', { name: 'Upload the rest' }).click();
  await expect(page.getByRole('button', { name: 'two.csv', exact: true })).toBeVisible();
});

test('an upload that fills the area up says how many of its files arrived @soak', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/baiql/files');
  const full = 'Your storage limit is 500 MB. Delete some files to make room.';
  await context.route('**/api/baiql/files', (route) =>
    route.request().postData()?.includes('three.csv') === true
      ? route.fulfill({ status: 413, json: { message: full, code: 'over_quota' } })
      : route.continue(),
  );
  await page
    .getByLabel('Files to upload')
    .setInputFiles(['one.csv', 'two.csv', 'three.csv'].map((name) => csv(name, 'Name\nAda\n')));
  const notice = page.getByRole('alert').filter({ hasText: '2 of 3 files were uploaded' });
  await expect(notice).toContainText(full);
  await expect(page.getByRole('button', { name: 'two.csv', exact: true })).toBeVisible();
});

test('a file goes into the script as a LOAD line, and its columns as placeholders @soak', async ({
  signedIn: page,
}) => {
  await page.goto('/baiql');
  await page.getByRole('tab', { name: 'Files' }).click();
  await page
    .getByLabel('Files to upload')
    .setInputFiles(csv('roster.csv', 'Student Name,Fee (€),Fee ($)\nAda,1,2\n'));
  await page.getByRole('button', { name: 'Actions for roster.csv' }).press('Enter');
  await page.getByRole('menuitem', { name: 'As FILE: its rows' }).press('Enter');
  const code = page.getByRole('textbox', { name: 'Script' });
  await expect(code).toHaveText('LOAD "roster.csv" AS FILE');
  const columns = page.getByRole('group', { name: 'Columns of roster.csv' });
  await columns.getByRole('button', { name: '{STUDENT_NAME}' }).click();
  await columns.getByRole('button', { name: '{COL3} Fee ($)' }).click();
  await expect(code).toHaveText('LOAD "roster.csv" AS FILE{STUDENT_NAME}{COL3}');
  await columns.getByRole('button', { name: 'Close' }).click();
  await expect(columns).toHaveCount(0);
  await expect(code).toBeVisible();
});
