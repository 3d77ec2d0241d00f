import type { Page, Request } from '@playwright/test';
import { fileApi } from '../support/baiql-files';
import { registerPerson } from '../support/people';
import { grant, makeUserWithRole } from '../support/users-with-roles';
import { ADMIN, apiOf, signInByApi, type TestServer } from '../support/server';
import { expect, expectFit, fillStorage, loseAnswer, signIn, test, toast } from './fixtures';

const FAULTY = [
  'BATCH_START "Letters"',
  '  LOAD "people.csv" AS FILE',
  '  PROMTP "Write to {NAMEE}."',
  '  RUN',
  '  OUTPUT "letters.csv"',
  'END_BATCH',
].join('\n');

const SOUND = [
  'BATCH_START "Letters"',
  'LOAD "people.csv" AS FILE',
  'PROMPT "Write to {Name}."',
  'RUN',
  'OUTPUT "letters.csv" AGGREGATE',
  'END_BATCH',
].join('\n');

const code = (page: Page) => page.getByRole('textbox', { name: 'Script' });
const issues = (page: Page) => page.getByRole('table', { name: 'Issues' }).getByRole('row');

/** Somebody with a dollar and a table of two people. */
async function personWithTable(server: TestServer) {
  const { account, token, userId } = await makeUserWithRole(server, 'paiduser');
  await grant(server.origin, await signInByApi(server.origin, ADMIN), userId, 100);
  await fileApi(server.origin, token).upload('/data/input/', {
    'people.csv': 'Name,Town\nAnn,Cork\nBob,Bern\n',
  });
  return { account, api: apiOf(server.origin, token) };
}

async function write(page: Page, text: string): Promise<void> {
  await code(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

async function saveAs(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('✓ Saved')).toBeVisible();
}

test('a faulty script is told at each place, mended by its fixes, saved, dry-run and executed', async ({
  page,
  server,
}) => {
  const { account } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await write(page, 'HELLO WORLD');
  await expect(page.getByText('No batch has a RUN yet, so nothing would be sent.')).toBeVisible();
  await write(page, FAULTY);
  await expect(page.getByRole('button', { name: '*Untitled' })).toBeVisible();

  await expect(issues(page).filter({ hasText: '3' })).toContainText('Unknown command: PROMTP');
  await issues(page).getByRole('button', { name: 'Unknown command: PROMTP' }).click();
  await expect(code(page)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+ArrowRight');
  await page.keyboard.press('ControlOrMeta+.');
  await expect(code(page)).toContainText('PROMPT "Write to');
  await expect(issues(page).filter({ hasText: 'error' })).toContainText('Undefined variable {NAMEE}');
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByText('✗ Fix validation errors first')).toBeVisible();

  await code(page).getByText('OUTPUT', { exact: true }).hover();
  const reference = page.getByRole('link', { name: 'Open the reference' });
  await expect(reference).toHaveAttribute('href', '/docs/learn/baiql-reference#output');
  // It lies over the lines above.
  await page.mouse.move(5, 5);
  await expect(reference).toHaveCount(0);
  await code(page).getByText('{NAMEE}').hover();
  await page.getByRole('button', { name: 'Change to NAME' }).click();
  await expect(page.getByText('✓ Valid', { exact: true })).toBeVisible();
  await expect(page.getByText('No issues')).toBeVisible();
  await expect(page.getByText('✗ Fix validation errors first')).toBeHidden();

  await saveAs(page, 'Letters');
  await expect(page).toHaveURL(/\/baiql\?script=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(code(page)).toContainText('{NAME}');

  const dryRun = page.getByRole('button', { name: 'Dry run' });
  await dryRun.press('Enter');
  await expect(page.getByText('Prompt 1', { exact: true })).toBeVisible();
  await expect(dryRun).toBeFocused();
  await page.getByText('Prompt 1', { exact: true }).click();
  await expect(page.getByText('Write to Ann.', { exact: true })).toBeVisible();
  await expectFit(page);

  await page.keyboard.press('ControlOrMeta+Enter');
  const question = page.getByRole('dialog', { name: 'Execute BAIQL?' });
  await expect(question).toContainText('Batch Type: EXAMINE. This may incur AI cost. Continue?');
  await expect(question).toContainText('Transactions2');
  await question.getByRole('button', { name: 'Execute' }).click();
  await expect(page).toHaveURL(/\/baiql\/exec\/[0-9a-f-]{36}$/);
});

test('two tabs that change one script do not overwrite each other, and nothing unsaved is lost @soak', async ({
  page,
  server,
}) => {
  const { account, api } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await write(page, '# begun');
  await saveAs(page, 'Shared');
  await page.waitForURL(/\?script=/);
  const id = new URL(page.url()).searchParams.get('script') ?? '';

  await write(page, '# mine');
  await expect(page.getByRole('button', { name: '*Shared' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Restored your unsaved changes')).toBeVisible();
  await expect(code(page)).toHaveText('# mine');

  await api('PUT', `/api/baiql/scripts/${id}`, { name: 'Shared', content: '# theirs' });
  await page.keyboard.press('ControlOrMeta+s');
  const told = page.getByRole('alert').filter({ hasText: 'saved in another tab' });
  await told.getByRole('button', { name: 'Show differences' }).click();
  const difference = page.getByRole('dialog', { name: 'Differences' });
  await expect(difference.getByRole('deletion')).toHaveText('theirs');
  await difference.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText('✓ Saved')).toBeVisible();
  const answer = await api<{ content: string }>('GET', `/api/baiql/scripts/${id}`);
  expect(answer.body.content).toBe('# mine');

  await page.getByRole('button', { name: /^Saved / }).click();
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button');
  await expect(versions).toHaveCount(3);
  await versions.nth(1).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(code(page)).toHaveText('# theirs');
});

test('a lost connection keeps the script and saves it later; where the editor does not come, a text area and the server take its place @soak', async ({
  page,
  server,
}) => {
  const { account, api } = await personWithTable(server);
  await page.route(/(code-editor|script-checker)\.client/, (route) => route.abort());
  await signIn(page, account, '/baiql');
  await code(page).fill('BATCH_START\nRUN\nEND_BATCH');
  await expect(issues(page).filter({ hasText: 'error' }).first()).toBeVisible();
  await page.route('**/api/baiql/scripts', (route) => route.abort());
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('dialog').getByLabel('Name').fill('Later');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.unroute('**/api/baiql/scripts');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('✓ Saved')).toBeVisible();
  expect((await api('GET', '/api/baiql/scripts')).body).toMatchObject([{ name: 'Later' }]);
});

test('a template is tried with its sample files; people without the role are told who may @soak', async ({
  page,
  server,
}) => {
  const { account } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await page.getByRole('button', { name: 'Templates' }).click();
  const dialog = page.getByRole('dialog', { name: 'BAIQL Templates' });
  const card = dialog.getByRole('listitem').filter({ hasText: 'Student grading' });
  await card.getByRole('button', { name: 'Add sample files' }).click();
  await expect(card.getByText(/^Added /)).toBeVisible();
  await card.getByRole('button', { name: 'Use Template' }).click();
  await expect(page.getByText('Loaded template')).toBeVisible();
  await expect(page.getByText('✓ Valid', { exact: true })).toBeVisible();
  await expect(page.getByText('COMBO*', { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await signIn(page, await registerPerson(server), '/baiql');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pro or Admin users only');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'BAIQL' }),
  ).toHaveCount(0);
});

test('a first save whose answer is lost makes one script, and two tabs keep their unsaved scripts apart @soak', async ({
  page,
  context,
  server,
}) => {
  const { account, api } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await write(page, '# first tab');
  const second = await context.newPage();
  await second.goto('/baiql');
  await expect(code(second)).toHaveText('');
  await write(second, '# second tab');
  await expect(second.getByRole('button', { name: '*Untitled' })).toBeVisible();
  for (const [tab, text] of [
    [page, '# first tab'],
    [second, '# second tab'],
  ] as const) {
    await tab.reload();
    await expect(tab.getByText('Restored your unsaved changes')).toBeVisible();
    await expect(code(tab)).toHaveText(text);
  }
  await second.close();
  const third = await context.newPage();
  await third.goto('/baiql');
  await expect(code(third)).toHaveText('# second tab');
  await third.close();

  await page.route('**/api/baiql/scripts', loseAnswer);
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('dialog').getByLabel('Name').fill('Once');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.unroute('**/api/baiql/scripts');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('✓ Saved')).toBeVisible();
  expect((await api('GET', '/api/baiql/scripts')).body).toMatchObject([{ name: 'Once' }]);
});

test('a save that is answered when another script is open leaves both as they are @soak', async ({
  page,
  server,
}) => {
  const { account, api } = await personWithTable(server);
  for (const name of ['Letters', 'Reports'])
    await api('POST', '/api/baiql/scripts', { name, content: `# ${name}` });
  const contents = async () => {
    const { body } = await api<{ scriptId: string }[]>('GET', '/api/baiql/scripts');
    const scripts = await Promise.all(
      body.map(({ scriptId }) => api<{ content: string }>('GET', `/api/baiql/scripts/${scriptId}`)),
    );
    return scripts.map(({ body: { content } }) => content).toSorted();
  };
  const load = async (name: string, title = name) => {
    await page.getByRole('button', { name: 'Load' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click();
    await expect(page.getByRole('button', { name: title, exact: true })).toBeVisible();
  };
  const isSave = (request: Request) => ['POST', 'PUT'].includes(request.method());
  /** Saves what is written; it arrives, or is lost, only after something else was done. */
  const saveSlowly = async (ending: 'continue' | 'abort', meanwhile: () => Promise<void>, name?: string) => {
    let goOn = (): void => undefined;
    const isTime = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/api/baiql/scripts{,/*}', async (route) => {
      if (!isSave(route.request())) return route.continue();
      await isTime;
      return route[ending]();
    });
    await page.keyboard.press('ControlOrMeta+s');
    if (name !== undefined) {
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText('Saving…')).toBeVisible();
    await meanwhile();
    const ended =
      ending === 'abort'
        ? page.waitForEvent('requestfailed', isSave)
        : page.waitForEvent('requestfinished', isSave);
    goOn();
    await ended;
    await page.unroute('**/api/baiql/scripts{,/*}');
  };

  await signIn(page, account, '/baiql');
  await load('Letters');
  await write(page, '# Letters, longer');
  await saveSlowly('continue', () => load('Reports'));
  await expect(code(page)).toHaveText('# Reports');
  await write(page, '# Reports, too');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('✓ Saved')).toBeVisible();
  expect(await contents()).toEqual(['# Letters, longer', '# Reports, too']);

  await write(page, '# Reports, lost');
  await saveSlowly('abort', () => load('Letters'));
  await expect(toast(page, '“Reports” was not saved. Its changes are kept in this browser.')).toBeVisible();
  await load('Reports', '*Reports');
  await expect(code(page)).toHaveText('# Reports, lost');

  const beginAnew = async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start a new script' }).click();
    await expect(code(page)).toHaveText('');
  };
  await beginAnew();
  await write(page, '# first note');
  await saveSlowly('continue', beginAnew, 'Notes');
  await write(page, '# second note');
  await saveAs(page, 'More notes');
  expect(await contents()).toEqual(['# Letters, longer', '# Reports, too', '# first note', '# second note']);
});

test('where the browser has no room for changes of a script, that is said, also when the server is away @soak', async ({
  page,
  server,
}) => {
  const { account } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await write(page, '# older');
  await saveAs(page, 'Notes');
  await write(page, '# changed');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('# changed');
  await page.evaluate(fillStorage);
  await write(page, '# changed again '.repeat(500));
  await expect(page.getByText('Not kept in this browser')).toBeVisible();
  await page.route('**/api/baiql/scripts/*', (route) => route.abort());
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saving…')).toHaveCount(0);
  await expect(page.getByText('Not kept in this browser')).toBeVisible();
  await expect(page.getByText('Your changes are kept in this browser')).toHaveCount(0);
  await page.reload();
  await expect(code(page)).toHaveText('# older');
});

test('a script is saved by itself every two minutes; scripts are renamed, duplicated and deleted where they are loaded @soak', async ({
  page,
  server,
}) => {
  await page.clock.install();
  const { account, api } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await write(page, '# begun');
  await saveAs(page, 'Timed');
  await write(page, '# two minutes later');
  await expect(page.getByRole('button', { name: '*Timed' })).toBeVisible();
  await page.clock.fastForward(120_000);
  await expect(page.getByRole('button', { name: 'Timed', exact: true })).toBeVisible();
  const list = async () =>
    (await api<{ scriptId: string; name: string }[]>('GET', '/api/baiql/scripts')).body;
  const [timed] = await list();
  expect((await api('GET', `/api/baiql/scripts/${timed?.scriptId ?? ''}`)).body).toMatchObject({
    content: '# two minutes later',
    version: 2,
  });

  await page.route('**/api/baiql/scripts', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Load' }).click();
  await expect(page.getByRole('dialog')).toContainText('Your scripts couldn’t be loaded');
  await expect(page.getByRole('dialog')).not.toContainText('No saved scripts yet');
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  const act = async (name: string, what: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  const scripts = page.getByRole('list', { name: 'Scripts' }).getByRole('listitem');
  await act('Timed', 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('Renamed');
  await page.route('**/api/baiql/scripts/*', (route) => route.abort(), { times: 1 });
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('dialog')).toContainText('The server can’t be reached.');
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Renamed');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('button', { name: 'Actions for Renamed', exact: true })).toBeVisible();
  await page.route('**/api/baiql/scripts', loseAnswer, { times: 1 });
  await act('Renamed', 'Duplicate');
  await expect(page.getByRole('dialog')).toContainText('The server can’t be reached.');
  await expect(scripts).toHaveCount(2);
  const listed = page.waitForResponse(
    (response) => response.url().endsWith('/api/baiql/scripts') && response.request().method() === 'GET',
  );
  await act('Renamed', 'Duplicate');
  await listed;
  await expect(page.getByRole('dialog')).not.toContainText('The server can’t be reached.');
  await expect(scripts).toHaveCount(2);
  const names = (await list()).map(({ name }) => name);
  const copy = names.find((name) => name !== 'Renamed') ?? '';
  expect(names).toHaveLength(2);
  expect(names).toContain('Renamed');
  await page.route('**/api/baiql/scripts/*', loseAnswer, { times: 1 });
  await page.route('**/api/baiql/scripts', loseAnswer, { times: 1 });
  const remove = async () => {
    await act(copy, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete script' }).click();
  };
  await remove();
  await expect(page.getByRole('dialog')).toContainText('The server can’t be reached.');
  await expect(scripts).toHaveCount(2);
  await remove();
  await expect(scripts).toHaveCount(1);
  await expect(page.getByRole('dialog')).not.toContainText('The server can’t be reached.');
  expect((await list()).map(({ name }) => name)).toEqual(['Renamed']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Renamed', exact: true })).toBeVisible();
});

test('hundreds of scripts are drawn a hundred at a time, and a search goes through all @soak', async ({
  page,
  server,
}) => {
  const { account, api } = await personWithTable(server);
  await api('POST', '/api/baiql/scripts', { name: 'One', content: '# one' });
  await page.route('**/api/baiql/scripts', async (route) => {
    const [one] = (await (await route.fetch()).json()) as object[];
    const many = Array.from({ length: 450 }, (_, index) => {
      const number = String(index + 1);
      return { ...one, scriptId: number, name: `Script ${number}` };
    });
    await route.fulfill({ json: many });
  });
  await signIn(page, account, '/baiql');
  await page.getByRole('button', { name: 'Load' }).click();
  const dialog = page.getByRole('dialog');
  const scripts = dialog.getByRole('list', { name: 'Scripts' }).getByRole('listitem');
  await expect(scripts).toHaveCount(100);
  await dialog.getByRole('button', { name: 'Show more (350)' }).click();
  await expect(scripts).toHaveCount(200);
  await dialog.getByRole('searchbox', { name: 'Search scripts' }).fill('script 450');
  await expect(scripts).toHaveText(/^Script 450/);
  await expect(dialog.getByRole('button', { name: /^Show more/ })).toHaveCount(0);
});

test('mistakes are mended by buttons beside what is said, and rows that will fail are named before a run @soak', async ({
  page,
  server,
}) => {
  const { account } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await write(
    page,
    FAULTY.replace('{NAMEE}', '{NAMEE} of {LETTER}').replace(
      '\n  PROMTP',
      '\n  GET LETTER FROM FILE "{NAME}.txt"\n  PROMTP',
    ),
  );
  await issues(page).getByRole('button', { name: 'Change to PROMPT' }).click();
  await expect(code(page)).toBeFocused();
  await issues(page).getByRole('button', { name: 'Change to NAME', exact: true }).click();
  await expect(code(page)).toContainText('PROMPT "Write to {NAME} of {LETTER}."');
  await expect(page.getByText('✓ Valid', { exact: true })).toBeVisible();
  await expectFit(page);

  await page.getByRole('button', { name: 'Execute' }).click();
  const question = page.getByRole('dialog', { name: 'Execute BAIQL?' });
  await expect(question).toContainText('2 of the 2 transactions will fail');
  await expect(question).toContainText('There is no /data/input/Ann.txt.');

  await question.getByRole('button', { name: 'Cancel' }).click();
  await write(page, FAULTY.replace('PROMTP', 'PROMPT').replace('{NAMEE}', 'them'));
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(question).toContainText('These lines may not do what you meant');
  await expect(question).toContainText('Line 3: This prompt reads nothing of its row');
});

test('all that is certain is mended at once, and can be taken back @soak', async ({ page, server }) => {
  const { account } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  const sound = FAULTY.replace('PROMTP', 'PROMPT').replace('NAMEE', 'NAME');
  const lower = sound.replace(/^ *[A-Z_]+/gm, (word) => word.toLowerCase()).replace('as file', 'AS FILE');
  await write(page, lower.replace('"letters.csv"', '"letters.csv";'));
  await page.getByRole('button', { name: 'Fix all' }).click();
  await expect(toast(page, 'issues fixed.')).toBeVisible();
  await expect(page.getByText('✓ Valid', { exact: true })).toBeVisible();
  await expect(code(page)).toContainText('PROMPT "Write to {NAME}."');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(code(page)).toContainText('prompt "Write to {NAME}."');
});

test('a second press of Execute offers the answers of the first, and asks for all again only on request @soak', async ({
  page,
  server,
}) => {
  const { account } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await write(page, SOUND);
  const question = page.getByRole('dialog', { name: 'Execute BAIQL?' });
  const run = page.getByLabel('Run', { exact: true });
  const execute = async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(question).toContainText('Transactions2');
  };
  await execute();
  await expect(question.getByRole('radio')).toHaveCount(0);
  await question.getByRole('button', { name: 'Execute' }).click();
  await expect(run).toContainText('Completed');

  await page.goto('/baiql');
  await write(page, SOUND);
  await execute();
  const choice = question.getByRole('group', { name: /^2 of 2 rows were answered on / });
  await expect(choice.getByRole('radio', { name: /^Use those answers: free/ })).toBeChecked();
  await expect(choice.getByRole('radio', { name: /^Ask all again: / })).not.toBeChecked();
  await expectFit(page);
  await page.keyboard.press('Escape');
  await execute();
  await question.getByRole('button', { name: 'Execute' }).click();
  await expect(run).toContainText('Completed');
  await expect(run).toContainText('2 replies from the cache');

  await page.goto('/baiql');
  await write(page, SOUND);
  await execute();
  await choice.getByRole('radio', { name: /^Ask all again: / }).check();
  await question.getByRole('button', { name: 'Execute' }).click();
  await expect(run).toContainText('Completed');
  await expect(run).not.toContainText('from the cache');
});

test('on a bad line a run is begun once, and an estimate goes on where one question about it is lost @soak', async ({
  page,
  server,
}) => {
  const { account, api } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await write(page, SOUND);
  await expect(page.getByText('✓ Valid', { exact: true })).toBeVisible();
  await page.route('**/api/baiql/estimates', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), status: 'running', validation: null },
    });
  });
  const lost = page.waitForEvent('requestfailed');
  await page.route('**/api/baiql/estimates/*', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('ControlOrMeta+Enter');
  await lost;
  const question = page.getByRole('dialog', { name: 'Execute BAIQL?' });
  await expect(question).toContainText('Transactions2');

  await page.route('**/api/baiql/execute', loseAnswer, { times: 1 });
  await question.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByText('✗ Execute failed')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(question).toContainText('Your last request got no response.');
  await question.getByRole('button', { name: 'Execute' }).click();
  await expect(page).toHaveURL(/\/baiql\/exec\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Run', { exact: true })).toContainText('Completed');
  await page.goto('/baiql/runs');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  expect((await api<unknown[]>('GET', '/api/baiql/scripts')).body).toEqual([]);
});

test('answers that come late change nothing but what they were asked for @soak', async ({ page, server }) => {
  const { account, api } = await personWithTable(server);
  await signIn(page, account, '/baiql');
  await write(page, '# first');
  await saveAs(page, 'Shared');
  await page.waitForURL(/\?script=/);
  const id = new URL(page.url()).searchParams.get('script') ?? '';
  await api('PUT', `/api/baiql/scripts/${id}`, { name: 'Shared', content: '# theirs' });
  await write(page, '# mine');
  await page.keyboard.press('ControlOrMeta+s');
  const told = page.getByRole('alert').filter({ hasText: 'saved in another tab' });
  const theirs = await holdBack(page, `**/api/baiql/scripts/${id}`);
  await told.getByRole('button', { name: 'Use the saved version' }).click();
  await theirs.isAsked;
  await write(page, '# mine, and more');
  theirs.release();
  await expect(code(page)).toHaveText('# theirs');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(code(page)).toHaveText('# mine, and more');

  await page.getByRole('button', { name: /^Saved / }).click();
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button');
  const restore = page.getByRole('button', { name: 'Restore' });
  const second = await holdBack(page, `**/api/baiql/scripts/${id}/versions/2`);
  await versions.nth(0).click();
  await second.isAsked;
  await expect(restore).toBeDisabled();
  await versions.nth(1).click();
  await expect(versions.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(restore).toBeEnabled();
  second.release();
  await second.isAnswered;
  await expect(versions.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await restore.click();
  await expect(code(page)).toHaveText('# first');
});

/** The first answer from there waits until it is released. */
async function holdBack(page: Page, address: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, (route) => released.then(() => route.continue()), { times: 1 });
  return { isAsked: page.waitForRequest(address), isAnswered: page.waitForResponse(address), release };
}
