import { makeDocx, makePdf } from '../../packages/documents/src/test-support/make-documents';
import { fileApi } from '../support/baiql-files';
import { runApi } from '../support/baiql-runs';
import { ADMIN, signInByApi } from '../support/server';
import { expect, signIn } from './fixtures';
import { test } from './playground-fixtures';

const SCRIPT = `BATCH_START "Grades"
LOAD "essays/" AS WORK
MODEL "gpt-4o-mini"
PROMPT "Grade this essay. Reply in JSON. {INPUT}"
RUN
GET POINTS FROM JSON "points"
EXPECT POINTS <= 20 "points in range"
OUTPUT "grades.csv" FIELDS points NUMBER, comment SORT BY "points" DESC
END_BATCH
`;
const SOUND = 36;
const reply = (points: number) => ({
  kind: 'reply' as const,
  text: JSON.stringify({ points, comment: 'Clear.' }),
});

test('forty essays with a scan, a locked and an empty file: named before the run, mended after it, and a correction stays @soak', async ({
  page,
  server,
  vendor,
}) => {
  const token = await signInByApi(server.origin);
  const files = fileApi(server.origin, token);
  const runs = runApi(server.origin, token);
  const essays: Record<string, string | Buffer> = {
    'essays/37 scan.pdf': makePdf([{ scan: 'Rivers are old' }]),
    'essays/38 locked.pdf': makePdf([['secret']], true),
    'essays/39 empty.txt': '',
    'essays/40 umlauts.txt': Buffer.from('Die Flüsse fließen über Täler, größer und schöner.', 'latin1'),
  };
  for (let number = 1; number <= SOUND; number++) {
    essays[`essays/${number} essay.docx`] = await makeDocx([`Essay ${number}`, 'On rivers, which bend.']);
  }
  await files.upload('/data/input/', essays);
  const sent = SOUND + 1; // and the umlauts
  vendor.script(reply(25), ...Array.from({ length: sent - 1 }, () => reply(12)));

  await signIn(page, ADMIN, '/baiql');
  await page.locator('.cm-content').click();
  await page.keyboard.insertText(SCRIPT);
  await expect(page.getByText('✓ Valid', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Execute' }).click();
  const question = page.getByRole('dialog', { name: 'Execute BAIQL?' });
  await expect(question).toContainText('3 of the 40 transactions will fail');
  for (const name of ['37 scan.pdf has no text', '38 locked.pdf is protected', '39 empty.txt is empty']) {
    await expect(question).toContainText(name);
  }
  await expect(question).toContainText('40 umlauts.txt is read as windows-1252');
  await question.getByRole('button', { name: 'Execute' }).click();
  await expect(page).toHaveURL(/\/baiql\/exec\/[0-9a-f-]{36}$/);
  const [, id = ''] = page.url().split('/exec/');
  const facts = page.getByLabel('Run', { exact: true });
  await expect(facts).toContainText('Completed');
  await expect(facts).toContainText('3 failed');

  await page.getByText('Not as expected', { exact: true }).click();
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('button').first().press('Enter');
  const panel = page.getByRole('complementary', { name: 'Transaction' });
  await panel.getByRole('button', { name: 'Edit' }).click();
  await panel.getByLabel('points').fill('17');
  await panel.getByLabel('points').press('Enter');
  await expect(panel.getByRole('region', { name: 'Reply, edited' })).toContainText('17');

  await files.upload('/data/input/', { 'essays/39 empty.txt': 'Now with words.' });
  vendor.script(reply(9));
  await page.getByRole('button', { name: 'Retry failed only' }).click();
  await expect(facts).toContainText('2 failed');
  await expect(facts).toContainText('Completed');
  const table = (await files.download('/data/output/grades.csv')).text.trim().split(/\r?\n/);
  expect(table).toHaveLength(sent + 2);
  expect(table[1]).toContain('17,Clear.');
  expect(table.at(-1)).toContain('39 empty.txt,9,');

  // Another temperature asks for everything again, except for what a person has said.
  vendor.script(...Array.from({ length: sent }, () => reply(3)));
  const again = await runs.run(SCRIPT.replace('"gpt-4o-mini"', '"gpt-4o-mini" TEMP 0.3'), { reuse: true });
  const { items } = await runs.items(again.executionId);
  const corrected = (await runs.items(id)).items.find(({ review }) => review?.verdict === 'edited');
  expect(items.filter(({ reply: text }) => text.includes('17')).map(({ number }) => number)).toEqual([
    corrected?.number,
  ]);
});
