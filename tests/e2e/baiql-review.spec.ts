import { fileApi } from '../support/baiql-files';
import { runApi } from '../support/baiql-runs';
import { ADMIN, signInByApi } from '../support/server';
import { expect, expectFit, signIn } from './fixtures';
import { test } from './playground-fixtures';

const SCRIPT = `BATCH_START "Grades"
LOAD "essays.csv" AS FILE
MODEL "gpt-4o-mini"
LIMIT PARALLEL 1
PROMPT "Grade {TEXT}. Reply in JSON."
RUN
OUTPUT "grades.csv" FIELDS points NUMBER, grade ("A", "B"), strengths LIST, handed_in DATE OPTIONAL
END_BATCH
`;

test('a reply’s fields are reviewed by keyboard in a form beside its row: what does not fit stays, with what to do @soak', async ({
  page,
  server,
  vendor,
}) => {
  const token = await signInByApi(server.origin);
  const files = fileApi(server.origin, token);
  await files.upload('/data/input/', { 'essays.csv': 'name,text\nAda,On rivers\nBen,On cities\n' });
  const reply = { points: 12, grade: 'b', strengths: ['clear'], handed_in: null, mood: 'calm' };
  vendor.script(
    { kind: 'reply', text: `Here:\n${JSON.stringify(reply)}` },
    { kind: 'reply', text: JSON.stringify({ ...reply, points: 7 }) },
  );
  const { executionId } = await runApi(server.origin, token).run(SCRIPT);
  const asked = vendor.log.stats.requests;

  await signIn(page, ADMIN, `/baiql/exec/${executionId}`);
  await page.getByRole('button', { name: 'Ada', exact: true }).press('Enter');
  const panel = page.getByRole('complementary', { name: 'Transaction' });
  await expect(panel.getByRole('region', { name: 'Source row' })).toContainText('On rivers');
  await page.keyboard.press('j');
  await expect(panel.getByRole('region', { name: 'Source row' })).toContainText('On cities');
  await page.keyboard.press('k');
  await expect(panel.getByRole('region', { name: 'Source row' })).toContainText('On rivers');
  await panel.getByRole('button', { name: 'Edit' }).press('Enter');

  const form = panel.getByRole('form', { name: 'Edit reply' });
  await expect(form.getByLabel('points')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('twelve or so');
  await page.keyboard.press('Tab');
  await expect(form.getByLabel('grade')).toBeFocused();
  await expect(form.getByLabel('grade')).toHaveValue('B');
  await page.keyboard.press('a');
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await page.keyboard.type('\nshort');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(form.getByLabel('points')).toBeFocused();
  await expect(form.getByLabel('points')).toHaveAccessibleDescription(/“twelve or so” isn’t a number/);
  await expectFit(page);

  await page.reload();
  await expect(form.getByLabel('points')).toHaveValue('twelve or so');
  await expect(form.getByLabel('strengths')).toHaveValue('clear\nshort');
  await form.getByLabel('points').fill('12,5');
  await form.getByLabel('points').press('Enter');
  await expect(panel.getByRole('region', { name: 'Reply, edited' })).toContainText('12.5');
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeFocused();
  await panel.getByRole('button', { name: 'Show changes' }).press('Enter');
  await expect(panel.getByRole('region', { name: 'Changes' })).toContainText('grade: bA');
  await page.keyboard.press('j');
  await expect(panel).toContainText('Ben');

  await page.getByRole('button', { name: 'Write outputs again' }).click();
  await expect(page.getByRole('button', { name: 'Write outputs again' })).toBeHidden();
  await expect
    .poll(async () => (await files.download('/data/output/grades.csv')).text)
    .toContain('Ada,On rivers,12.5,A,clear; short,');
  expect(vendor.log.stats.requests).toBe(asked);

  await files.upload('/data/input/', { 'essays.csv': 'name,text\nAda,On lakes\nBen,On cities\n' });
  await page.goto(`/baiql/exec/${executionId}?item=1-1`);
  await expect(panel).toContainText('has changed since the reply was made');
  await expect(panel.getByRole('region', { name: 'Source row' })).toContainText('On lakes');
});
