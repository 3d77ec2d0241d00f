import { fileApi } from '../support/baiql-files';
import { gradingScript, runApi, table } from '../support/baiql-runs';
import { ADMIN, signInByApi } from '../support/server';
import { expect, expectFit, loseAnswer, signIn, toast, untilAlive } from './fixtures';
import { test } from './playground-fixtures';

test('a run is watched, survives a reload, is cancelled and resumed, and a reply is corrected by hand', async ({
  page,
  server,
  vendor,
}) => {
  const token = await signInByApi(server.origin);
  const files = fileApi(server.origin, token);
  await files.upload('/data/input/', { 'roster.csv': table(8) });
  const [answered, held] = [{ kind: 'reply' }, { kind: 'reply', hold: 'before' }] as const;
  vendor.script(answered, answered, answered, held, held);
  const script = gradingScript({ limit: 'LIMIT PARALLEL 2' });
  const { body } = await runApi(server.origin, token).execute(script, { scriptName: 'Essay grading' });

  await signIn(page, ADMIN, `/baiql/exec/${body.executionId}`);
  const facts = page.getByLabel('Run', { exact: true });
  await vendor.until((log) => log.stats.held === 2);
  await expect(facts).toContainText('3 / 8');
  await expect(facts).toContainText('Running');
  await page.reload();
  await untilAlive(page);
  await expect(facts).toContainText('3 / 8');
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(page.getByLabel('Log lines')).toContainText('Student 1 · done');
  await expectFit(page);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(facts).toContainText('Cancelled');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  vendor.release();
  await expect(facts).toContainText('5 / 8');
  // Disabled while the calls that were out are being settled.
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(facts).toContainText('Completed');
  await expect(rows).toHaveCount(9);

  await page.getByRole('button', { name: 'Student 2', exact: true }).click();
  await expect(page).toHaveURL(/item=1-2$/);
  const panel = page.getByRole('complementary', { name: 'Transaction' });
  await expect(panel).toContainText('Say one thing about topic 2 to Student 2.');
  await expect(panel).toBeFocused();
  await panel.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Student 2', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Student 2', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Edit' }).click();
  await panel.getByLabel('Reply').fill('Corrected by hand.');
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 375, height: 800 });
  const sheet = page.getByRole('dialog', { name: 'Transaction' });
  await expect(sheet.getByRole('textbox', { name: 'Reply' })).toHaveValue('Corrected by hand.');
  await sheet.getByRole('button', { name: 'Next transaction' }).click();
  await expect(page).toHaveURL(/item=1-3$/);
  await expect(sheet).toContainText('Student 3');
  await sheet.getByRole('button', { name: 'Previous transaction' }).click();
  await expect(page).toHaveURL(/item=1-2$/);
  await expect(sheet.getByRole('textbox', { name: 'Reply' })).toHaveValue('Corrected by hand.');
  await page.setViewportSize({ width, height });
  await expect(panel.getByRole('textbox', { name: 'Reply' })).toHaveValue('Corrected by hand.');
  await page.reload();
  await expect(panel.getByRole('textbox', { name: 'Reply' })).toHaveValue('Corrected by hand.');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(rows.filter({ hasText: 'Student 2' })).toContainText('Edited');
  await expect(panel.locator(':focus').or(panel.and(page.locator(':focus')))).toBeVisible();
  await expectFit(page);
  const asked = vendor.log.stats.requests;
  await page.getByRole('button', { name: 'Write outputs again' }).click();
  await expect(page.getByRole('button', { name: 'Write outputs again' })).toBeHidden();
  await expect(facts).toContainText('Completed');
  expect(vendor.log.stats.requests).toBe(asked);

  await page.getByRole('button', { name: 'Preview /data/output/marks.csv' }).click();
  await expect(page.getByText('Corrected by hand.').first()).toBeVisible();
  await expectFit(page);
  expect((await files.download('/data/output/marks.csv')).text).toContain(
    'Student 2,topic 2,Corrected by hand.',
  );
});

test('runs are listed, and two of them are compared row by row @soak', async ({ page, server, vendor }) => {
  const token = await signInByApi(server.origin);
  const runs = runApi(server.origin, token);
  await fileApi(server.origin, token).upload('/data/input/', { 'pair.csv': table(3, 'Pair') });
  const script = gradingScript({ file: 'pair.csv', out: 'pair.csv', limit: 'LIMIT PARALLEL 1' });
  await runs.run(script, { scriptName: 'Before' });
  vendor.script({ kind: 'reply', text: 'Another answer.' });
  await runs.run(script, { scriptName: 'After' });

  await signIn(page, ADMIN, '/baiql/runs');
  // The older one comes first, whichever was selected first.
  await page.getByLabel(/^Select Before, /).check();
  await page.getByLabel(/^Select After, /).check();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare runs');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Pair 1']);
  await expect(page.getByRole('insertion').first()).toContainText('Another');
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3);
});

test('five rows are tried for real, then the others; without live events the monitor asks by itself @soak', async ({
  page,
  server,
  vendor,
}) => {
  const token = await signInByApi(server.origin);
  await fileApi(server.origin, token).upload('/data/input/', { 'try.csv': table(8, 'Try') });
  await signIn(page, ADMIN, '/baiql');
  await page.getByRole('textbox', { name: 'Script' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(gradingScript({ file: 'try.csv', out: 'try.csv' }));
  await expect(page.getByText('✓ Valid', { exact: true })).toBeVisible();
  const before = vendor.log.stats.requests;
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('button', { name: 'Try 5 rows' }).click();
  const question = page.getByRole('dialog', { name: 'Try 5 rows?' });
  await question.getByRole('button', { name: 'Try 5 rows' }).click();
  await expect(page).toHaveURL(/\/baiql\/exec\//);
  await expect(page.getByRole('main')).toBeFocused();
  const facts = page.getByLabel('Run', { exact: true });
  const tried = page.getByRole('region', { name: 'Trial rows' });
  await expect(tried.getByRole('heading', { level: 3 })).toHaveCount(5);
  await expect(tried).toContainText('Say one thing about topic 5 to Try 5.');
  expect(vendor.log.stats.requests).toBe(before + 5);
  await expectFit(page);

  await page.route('**/events*', (route) => route.abort());
  vendor.script({ kind: 'reply' }, { kind: 'reply' }, { kind: 'reply', hold: 'before' });
  await page.evaluate(drawLate);
  await page.getByRole('button', { name: 'Continue with the other 3' }).click();
  await expect(page.getByText('Live updates are interrupted.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(facts).toContainText('7 / 8');
  vendor.release();
  await expect(facts).toContainText('Completed');
  await expect(facts).toContainText('8 / 8');
  await expect(page.getByText('Live updates are interrupted.')).toBeHidden();
  expect(vendor.log.stats.requests).toBe(before + 8);
});

test('failures are grouped by reason with what to do, the first is brought into view, and a file that is gone is named @soak', async ({
  page,
  server,
  vendor,
}) => {
  const token = await signInByApi(server.origin);
  await fileApi(server.origin, token).upload('/data/input/', { 'json.csv': table(3, 'Json') });
  vendor.script(
    { kind: 'reply', text: 'Ten points.' },
    { kind: 'reply', text: 'Nine!' },
    { kind: 'reply', text: '{"a":1}' },
  );
  const script = gradingScript({ file: 'json.csv', out: 'json.csv', limit: 'LIMIT PARALLEL 1' })
    .replace('RUN', 'ERROR SKIP\nRUN')
    .replace(' AGGREGATE', ' FORMAT json');
  const { executionId } = await runApi(server.origin, token).run(script);
  await signIn(page, ADMIN, `/baiql/exec/${executionId}`);
  const reasons = page.getByRole('region', { name: 'Why transactions failed' }).getByRole('listitem');
  await expect(reasons).toHaveCount(1);
  await expect(reasons).toContainText('2');
  await expect(reasons).toContainText('“Retry failed only” asks again.');
  await reasons.getByRole('button', { name: 'Show the first' }).press('Enter');
  const panel = page.getByRole('complementary', { name: 'Transaction' });
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('heading', { name: 'Json 1' })).toBeInViewport();

  expect((await page.request.delete('/api/baiql/files?path=/data/input/json.csv')).status()).toBe(204);
  await page.getByRole('button', { name: 'Retry failed only' }).click();
  await expect(
    page.getByText('The failed transactions were not retried. Line 2: There is no /data/input/json.csv.'),
  ).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Preview /data/output/json.csv', exact: true }),
  ).toBeVisible();
});

/** Runs inside a page: React, which is told by messages when to draw, does so some frames later, as on a busy machine. */
function drawLate(): void {
  const post = Reflect.get(MessagePort.prototype, 'postMessage') as (
    this: MessagePort,
    message: unknown,
  ) => void;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    setTimeout(() => {
      post.call(this, message);
    }, 100);
  };
}

test('a run that went on though the answer was lost is followed, and late answers to reviews stay where they belong @soak', async ({
  page,
  server,
}) => {
  const token = await signInByApi(server.origin);
  await fileApi(server.origin, token).upload('/data/input/', { 'lost.csv': table(8, 'Lost') });
  const script = gradingScript({ file: 'lost.csv', out: 'lost.csv' });
  const { executionId } = await runApi(server.origin, token).run(script, { first: 3 });
  await signIn(page, ADMIN, `/baiql/exec/${executionId}`);
  const facts = page.getByLabel('Run', { exact: true });
  const failed = page.getByText('The server can’t be reached. Check your connection.').first();

  await page.route('**/resume', loseAnswer, { times: 1 });
  await page.route(`**/api/baiql/execute/${executionId}`, (route) => route.abort(), { times: 1 });
  const goOn = page.getByRole('button', { name: 'Continue with the other 5' });
  await goOn.click();
  await expect(failed).toBeVisible();
  await goOn.click();
  await expect(facts).toContainText('Completed');
  await expect(facts).toContainText('8 / 8');
  await expect(goOn).toBeHidden();

  const rows = page.getByRole('table', { name: 'Transactions' });
  const panel = page.getByRole('complementary', { name: 'Transaction' });
  await rows.getByRole('button', { name: 'Lost 2', exact: true }).click();
  const held: (() => void)[] = [];
  const holdBack = () => new Promise<void>((release) => held.push(release));
  const release = () => held.pop()?.();
  await page.route('**/items/1/2/review', (route) => holdBack().then(() => route.continue()), { times: 1 });
  const late = page.waitForResponse('**/items/1/2/review');
  await panel.getByRole('button', { name: 'Accept' }).click();
  await rows.getByRole('button', { name: 'Lost 5', exact: true }).click();
  await expect(panel).toContainText('Say one thing about topic 5 to Lost 5.');
  release();
  await late;
  await expect(rows.getByRole('row').filter({ hasText: 'Lost 2' })).toContainText('Accepted');
  await expect(page).toHaveURL(/item=1-5$/);
  await expect(panel).toContainText('Say one thing about topic 5 to Lost 5.');

  await page.route('**/items/1/5/review', (route) => holdBack().then(() => route.abort()), { times: 1 });
  await panel.getByRole('button', { name: 'Accept' }).click();
  await rows.getByRole('button', { name: 'Lost 6', exact: true }).click();
  await expect(panel).toContainText('Say one thing about topic 6 to Lost 6.');
  release();
  await expect(toast(page, 'Your review of “Lost 5” wasn’t saved.')).toBeVisible();
});
