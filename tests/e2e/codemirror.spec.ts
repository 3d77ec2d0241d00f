import type { Page } from '@playwright/test';
import { axeFindings } from '../support/accessibility';
import { type EditorPage, serveEditorPage } from '../support/editor-page/serve-editor-page';
import { expect, test as base } from './fixtures';

const GZIP_BUDGET_BYTES = 240 * 1024;

const test = base.extend<{ editor: Editor; editorPage: EditorPage }>({
  editorPage: async ({ shared }, use) => {
    await use(await shared(serveEditorPage));
  },
  baseURL: async ({ editorPage }, use) => {
    await use(editorPage.origin);
  },
  editor: async ({ page }, use) => {
    await page.goto('/');
    await use(new Editor(page));
  },
});

/** The editor as a person uses it. */
class Editor {
  constructor(readonly page: Page) {}

  async open(marked: string): Promise<void> {
    await this.page.evaluate((text) => window.editor.open(text), marked);
  }
  text(): Promise<string> {
    return this.page.evaluate(() => window.editor.text());
  }
  marked(): Promise<string> {
    return this.page.evaluate(() => window.editor.marked());
  }
  latestValidation(): Promise<string | undefined> {
    return this.page.evaluate(() => window.editor.validations.at(-1));
  }
  announcements(): Promise<string[]> {
    return this.page.evaluate(() => window.editor.announcements);
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }
  get options() {
    return this.page.getByRole('listbox').getByRole('option');
  }
  /** Takes the best of what is offered, which must be this. */
  async choose(label: string): Promise<void> {
    const best = this.options.first().locator('.cm-completionLabel');
    await expect(async () => {
      // What is offered is not offered anew when the columns of a file become known.
      if ((await best.textContent()) !== label) await this.press('Control+Space');
      await expect(best).toHaveText(label, { timeout: 2_000 });
    }).toPass();
    await this.options.first().click();
  }
  async expectText(text: string): Promise<void> {
    await expect.poll(() => this.text()).toBe(text);
  }
  async expectMarked(text: string): Promise<void> {
    await expect.poll(() => this.marked()).toBe(text);
  }
}

const SCORES = [
  'BATCH_START "Scores"',
  '  LOAD "essays/" AS WORK',
  '  PROMPT "Grade {INPUT}"',
  '  RUN',
  '  GET SCORE',
  '  WRITE_LOG "{SC‸ORE} of {FILENAME}"',
  'END_BATCH',
].join('\n');

test('the editor is as small as it was promised to be', ({ editorPage }) => {
  const kilobytes = (editorPage.gzipBytes / 1024).toFixed(1);
  test.info().annotations.push({ type: 'size', description: `${kilobytes} KB gzip` });
  process.stdout.write(
    `The editor and its language: ${kilobytes} KB gzip, budget ${GZIP_BUDGET_BYTES / 1024} KB\n`,
  );
  expect(editorPage.gzipBytes).toBeLessThan(GZIP_BUDGET_BYTES);
});

test('words are coloured by what they are', async ({ editor, page }) => {
  await editor.open('PROMPT "Grade {FILENAME}" # note');
  await expect(page.locator('.bq-command')).toHaveText('PROMPT');
  await expect(page.locator('.bq-engine')).toHaveText('{FILENAME}');
  await expect(page.locator('.bq-comment')).toHaveText('# note');
  await page.keyboard.insertText('GET x\n');
  await expect(page.locator('.bq-command')).toHaveText(['GET', 'PROMPT']);
});

test('a mistake is underlined, explained with its code, and mended by a button', async ({ editor, page }) => {
  await editor.open(
    'BATCH_START\n  LOAD "essays/" AS WORK\n  LOAD "essays/" AS WORK\n  PROMTP "{INPUT}"\n  RUN‸\nEND_BATCH',
  );
  await page.locator('.cm-lintRange-warning', { hasText: 'PROMTP' }).hover();
  const tooltip = page.locator('.cm-tooltip-lint');
  await expect(tooltip).toContainText('Unknown command: PROMTP');
  await expect(tooltip).toContainText('BQ201');
  await tooltip.getByRole('button', { name: 'Change to PROMPT' }).click();
  await expect.poll(() => editor.text()).toContain('\n  PROMPT "{INPUT}"\n');
  // A new check closes what is open.
  await expect.poll(() => editor.latestValidation()).toBe('BQ304');
  await page.locator('.cm-lintRange-error', { hasText: 'LOAD' }).hover();
  await expect(tooltip).toContainText('Only one WORK is allowed per batch');
  await expect(tooltip).toContainText('The first WORK (line 2)');
});

test('what is checked follows the files that are there @soak', async ({ editor, page }) => {
  await editor.open(SCORES);
  await expect.poll(() => editor.latestValidation()).toBe('');
  await page.evaluate(() => window.editor.learnFiles(['roster.csv']));
  await expect.poll(() => editor.latestValidation()).toBe('BQ305');
});

test('the first fix is one key away', async ({ editor, page }) => {
  await editor.open('BATCH_START\n  PROM‸TP "Hello"\n  RUN\nEND_BATCH');
  await editor.press('ControlOrMeta+.');
  await editor.expectText('BATCH_START\n  PROMPT "Hello"\n  RUN\nEND_BATCH');
  await editor.press('ControlOrMeta+z');
  expect(await editor.text()).toContain('PROMTP');
  await expect(page.locator('.cm-content')).toBeFocused();
});

test('commands, paths, types and names are completed @soak', async ({ editor }) => {
  await editor.open('BATCH_START\n  ‸\nEND_BATCH');
  await editor.type('LO');
  await editor.choose('LOAD');
  await editor.type(' "ro');
  await editor.choose('roster.csv');
  await editor.press('ArrowRight');
  await editor.type(' AS ');
  await editor.choose('FILE');
  await editor.press('Enter');
  await editor.type('PROMPT "To {HO');
  await editor.choose('HOME_TOWN');
  await editor.expectMarked(
    'BATCH_START\n  LOAD "roster.csv" AS FILE\n  PROMPT "To {HOME_TOWN‸}"\nEND_BATCH',
  );
});

test('Enter after a whole word ends the line @soak', async ({ editor }) => {
  await editor.open('BATCH_START\n  ‸\nEND_BATCH');
  await editor.type('RU');
  await expect(editor.options.first()).toContainText('RUN');
  await editor.type('N');
  await expect(editor.options).toHaveCount(0);
  await editor.press('Enter');
  await editor.expectMarked('BATCH_START\n  RUN\n  ‸\nEND_BATCH');
});

test('a whole block is filled in field by field @soak', async ({ editor }) => {
  await editor.open('BATCH_START\n  ‸\nEND_BATCH');
  await editor.type('LOO');
  await editor.options.getByText('LOOP … END_LOOP', { exact: true }).click();
  await editor.type('5');
  await editor.press('Tab');
  await editor.type('SKIP');
  await editor.expectMarked('BATCH_START\n  LOOP 5\n    SKIP‸\n  END_LOOP\nEND_BATCH');
});

test('a word is explained under the pointer @soak', async ({ editor, page }) => {
  await editor.open('BATCH_START\n  LOAD "roster.csv" AS FILE MATCH "Student"\nEND_BATCH');
  await page.locator('.bq-keyword', { hasText: 'MATCH' }).hover();
  await expect(page.locator('.bq-hover')).toContainText('LOAD path AS FILE MATCH column');
});

test('the word at the cursor is explained by a key, until the cursor moves', async ({ editor, page }) => {
  await editor.open('BATCH_START\n  LOAD‸ "roster.csv" AS FILE\nEND_BATCH');
  await editor.press('F1');
  await expect(page.locator('.bq-hover')).toContainText('LOAD path AS');
  await expect.poll(() => editor.announcements()).toEqual([expect.stringContaining('LOAD path AS')]);
  await editor.press('Escape');
  await expect(page.locator('.bq-hover')).toHaveCount(0);
  await editor.press('F1');
  await expect(page.locator('.bq-hover')).toBeVisible();
  await editor.press('ArrowRight');
  await expect(page.locator('.bq-hover')).toHaveCount(0);
});

test('blocks are folded and unfolded @soak', async ({ editor, page }) => {
  await editor.open('BATCH_START‸\n  IF XACT = 1\n    SKIP\n  END_IF\nEND_BATCH');
  await editor.press('ControlOrMeta+Shift+BracketLeft');
  await expect(page.locator('.cm-line')).toHaveText(['BATCH_START…', 'END_BATCH']);
  await editor.press('ControlOrMeta+Shift+BracketRight');
  await page.getByTitle('Fold line').filter({ visible: true }).nth(1).click();
  await expect(page.locator('.cm-line')).toHaveText([
    'BATCH_START',
    '  IF XACT = 1…',
    '  END_IF',
    'END_BATCH',
  ]);
});

test('quotes and brackets close themselves where that helps @soak', async ({ editor }) => {
  await editor.open('BATCH_START\n  ‸\nEND_BATCH');
  await editor.type('WRITE_LOG "a (b');
  await editor.expectMarked('BATCH_START\n  WRITE_LOG "a (b‸)"\nEND_BATCH');
  await editor.press('Escape');
  await editor.type(') c"');
  await editor.expectMarked('BATCH_START\n  WRITE_LOG "a (b) c"‸\nEND_BATCH');
  await editor.press('Enter');
  await editor.type('PROMPT """');
  await editor.type('Say "yes" {INPUT} #');
  await editor.expectMarked(
    'BATCH_START\n  WRITE_LOG "a (b) c"\n  PROMPT """\n  Say "yes" {INPUT} #‸\n  """\nEND_BATCH',
  );
});

test('lines are indented by their blocks while typing @soak', async ({ editor }) => {
  await editor.open('‸');
  for (const line of ['BATCH_START', 'IF XACT = 1', 'SKIP', 'ELSE', 'HALT', 'END_IF', 'END_BATCH']) {
    await editor.type(line);
    await editor.press('Escape', 'Enter');
  }
  await editor.expectText('BATCH_START\n  IF XACT = 1\n    SKIP\n  ELSE\n    HALT\n  END_IF\nEND_BATCH\n');
});

test('F12 and a click with Ctrl lead to where a name is set @soak', async ({ editor, page }) => {
  await editor.open(SCORES);
  await editor.press('F12');
  const selected = () => page.evaluate(() => window.editor.selected());
  await expect.poll(selected).toBe('SCORE');
  await editor.expectMarked(SCORES.replace('‸', '').replace('GET SCORE', 'GET SCORE‸'));
  await page.locator('.bq-command', { hasText: 'END_BATCH' }).click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(selected).toBe('BATCH_START');
});

test('F2 renames a name wherever it stands, and says why when it cannot @soak', async ({ editor, page }) => {
  await editor.open(SCORES);
  await editor.press('F2');
  const name = page.getByLabel('Rename SCORE to');
  await expect(name).toBeFocused();
  await name.fill('FILENAME');
  await editor.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('FILENAME is set by the engine. Choose another name.');
  await name.fill('POINTS');
  await editor.press('Enter');
  await editor.expectText(SCORES.replace('‸', '').replaceAll('SCORE', 'POINTS'));
  await expect(page.locator('.cm-content')).toBeFocused();
  await editor.open(SCORES.replace('SC‸ORE', 'SCORE').replace('FILE', 'FILE‸'));
  await editor.press('F2');
  await expect(page.getByRole('alert')).toHaveText('FILENAME is set by the engine and cannot be renamed.');
  await editor.press('Escape');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('Shift-Alt-F formats the script and keeps the cursor with its word @soak', async ({ editor }) => {
  await editor.open('batch_start\nload essays/ as work\nRUN ‸cache\nend_batch');
  await editor.press('Shift+Alt+f');
  await editor.expectMarked('BATCH_START\n  LOAD "essays/" AS WORK\n  RUN ‸CACHE\nEND_BATCH\n');
});

test('search is there when it is asked for @soak', async ({ editor, page }) => {
  await editor.open(SCORES);
  await editor.press('ControlOrMeta+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
});

test('the editor can be used with assistive technology', async ({ editor, page }) => {
  await editor.open(SCORES.replace('{INPUT}', '{INPTU}'));
  await expect(page.locator('.cm-lintRange-error')).toHaveText('{INPTU}');
  await editor.press('F2');
  expect(await axeFindings(page)).toEqual([]);
});

test('typing in a script of 1,000 lines is light work @soak', async ({ editor, page }) => {
  const body =
    '  LOAD "essays/" AS WORK\n  PROMPT "Grade {INPUT} by {DATE}"\n  RUN CACHE\n  GET SCORE\n  WRITE_LOG "{SCORE}"\n';
  await editor.open(`BATCH_START "Many"\n${body.repeat(200)}END_BATCH\n`);
  const times = await page.evaluate(() => window.editor.measureKeystrokes(40));
  const median = [...times].sort((left, right) => left - right)[20] ?? 0;
  test.info().annotations.push({ type: 'keystroke', description: `${median.toFixed(1)} ms` });
  process.stdout.write(
    `One keystroke in 1,000 lines, parsed and drawn: ${median.toFixed(1)} ms at the median\n`,
  );
  expect(await editor.text()).toContain('x'.repeat(40));
  await expect(page.locator('.bq-command').first()).toBeVisible();
});
