import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  drawText,
  makeDocx,
  makePdf,
  makeTurnedPhoto,
  makeZip,
} from '../../packages/documents/src/test-support/make-documents';
import { imageSize } from '../../packages/documents/src/parse/picture-size';
import { makeWav } from '../../packages/documents/src/test-support/make-audio';
import { registerPerson } from '../support/people';
import type { VendorServer } from '../vendors/vendor-server';
import { expect, expectFit, signIn, untilAlive } from './fixtures';
import { openTemplates, prompt, startPlayground, test as base, thread } from './playground-fixtures';

// Files on /ai, and what is asked before a request leaves. The rules are tested beside them; here they are walked.

const startHearing = () =>
  startPlayground(
    {
      moderation: (text) => ({ harassment: text.includes('loser') ? 0.6 : 0 }),
      hear: () => ({ text: 'Call Ann at ann@example.org about the invoice.', seconds: 20 }),
    },
    { MODERATION: 'openai' },
  );

const test = base.extend<object>({
  playground: async ({ shared }, use) => {
    await use(await shared(startHearing));
  },
});

const files = (page: Page) => page.getByRole('list', { name: 'Attached files' });
const file = (page: Page, name: string) => files(page).getByRole('listitem').filter({ hasText: name });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

type Content = string | Uint8Array;
/** A click on a file's chip opens what is sent of it. */
const openDetails = (page: Page, name: string) =>
  file(page, name)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
const attach = (page: Page, contents: Record<string, Content>) =>
  page.getByLabel('Attach files').setInputFiles(
    Object.entries(contents).map(([name, content]) => ({
      ...{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) },
    })),
  );

/** Sends a prompt whose reply does not come before the test lets it. */
async function sendAndHold(page: Page, vendor: VendorServer, text: string): Promise<void> {
  await prompt(page).fill(text);
  vendor.script({ kind: 'hang' });
  await send(page).click();
  await vendor.until((log) => log.stats.held === 1);
}

test('what is found in files is shown with its cost, chosen, and sent', async ({
  signedIn: page,
  vendor,
}) => {
  await openTemplates(page);
  await page.getByLabel('Category').selectOption({ index: 2 });
  await page.getByLabel('Style').selectOption({ index: 1 });
  await attach(page, {
    'report.pdf': makePdf([['First page'], ['Second page'], ['Third page']]),
    'letter.docx': await makeDocx(['Dear Ann,']),
    'rows.csv': 'a,b\n1,2',
    'sign.png': drawText('STOP').encodeSync('png'),
  });
  await expect(file(page, 'report.pdf')).toContainText(/3 pages · 35 characters · ≈ \d+ tokens · < 0\.10¢/);
  await expect(file(page, 'letter.docx')).toContainText(/10 characters/);
  await expect(file(page, 'sign.png')).toContainText(/1 image · up to [\d,]+ tokens/);
  await expect(page.getByRole('status').filter({ hasText: 'Together' })).toContainText('up to');

  await openDetails(page, 'rows.csv');
  await file(page, 'rows.csv').getByRole('checkbox', { name: 'Include rows.csv' }).uncheck();
  await expect(file(page, 'rows.csv')).toContainText('left out');
  await openDetails(page, 'report.pdf');
  await file(page, 'report.pdf').getByLabel('Start page').fill('2');
  await file(page, 'report.pdf').getByLabel('End page', { exact: true }).fill('2');
  await file(page, 'report.pdf').getByRole('button', { name: 'Read these pages' }).click();
  await expect(file(page, 'report.pdf')).toContainText('page 2 of 3');
  // The steps give way to the files; the main action stays in sight.
  await expect(send(page)).toBeInViewport({ ratio: 1 });
  // Folded, because the prompt of a phone covers half of the steps, and part of what follows them.
  await page.getByRole('button', { name: 'Build from a template' }).click();
  await expectFit(page);

  await prompt(page).fill('Sum up.');
  await send(page).click();
  await expect(thread(page)).toContainText('Attached: report.pdf, letter.docx, sign.png');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  await expect(files(page)).toHaveCount(0);
  const sent = JSON.stringify(vendor.log.requests.at(-1)?.body);
  expect(sent).toContain(String.raw`--- report.pdf ---\nSecond page\n\n--- letter.docx ---\nDear Ann,`);
  expect(sent).toContain('data:image/png;base64,');
  expect(sent).not.toContain('rows.csv');
});

test('files beyond ten are skipped in one line, with the name of each behind it @soak', async ({
  signedIn: page,
}) => {
  const names = Array.from({ length: 13 }, (_, index) => `note-${String(index + 1)}.txt`);
  await attach(page, Object.fromEntries(names.map((name) => [name, `Text of ${name}`])));
  const skipped = page.getByRole('alert').filter({ hasText: 'skipped' });
  await expect(skipped).toContainText('3 files skipped: at most 10');
  await expect(files(page).getByRole('listitem')).toHaveCount(10);
  await expect(skipped.getByRole('listitem')).toHaveCount(0);
  await skipped.getByRole('button', { name: 'Show' }).click();
  await expect(skipped.getByRole('listitem')).toHaveCount(3);
  for (const [index, name] of names.slice(10).entries())
    await expect(skipped.getByRole('listitem').nth(index)).toContainText(name);
  await expect(send(page)).toBeInViewport({ ratio: 1 });
  await expectFit(page);
  await skipped.getByRole('button', { name: 'Dismiss' }).click();
  await expect(skipped).toHaveCount(0);
  await expect(files(page).getByRole('listitem')).toHaveCount(10);
});

test('what is attached to an email is offered, and sent with it @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const notes = Buffer.from('Bring the keys.').toString('base64');
  const part = (name: string) =>
    `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${notes}`;
  await attach(page, {
    'move.eml': `From: ann@a.test\r\nSubject: Moving\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>See you on Monday.</p>\r\n${part('notes.txt')}\r\n${part('old.xls')}\r\n--b--`,
  });
  const offered = page.getByRole('list', { name: 'Attached to move.eml' });
  await offered.getByRole('button', { name: /^Attach notes\.txt/ }).click();
  await expect(files(page).locator(':scope > li').last()).toContainText(/^notes\.txt.*tokens/);
  await expect(offered.getByRole('button', { name: /^Attach notes\.txt/ })).toBeDisabled();
  await offered.getByRole('button', { name: /^Attach old\.xls/ }).click();
  await expect(
    page.getByText('old.xls can’t be attached: .xls is the old format of Excel. Save it as .xlsx.'),
  ).toBeVisible();
  await expectFit(page);
  await prompt(page).fill('Sum up.');
  await send(page).click();
  await expect(dialog(page)).toContainText('ann@a.test');
  await dialog(page).getByRole('button', { name: 'Redact & Send' }).click();
  await expect(thread(page)).toContainText('Attached: move.eml, notes.txt');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  const sent = JSON.stringify(vendor.log.requests.at(-1)?.body);
  expect(sent).toContain('Subject: Moving');
  expect(sent).toContain('See you on Monday.');
  expect(sent).toContain('Bring the keys.');
});

test('a text with doubtful letters is asked about, and sent as chosen @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await openTemplates(page);
  await attach(page, { 'names.csv': Uint8Array.of(0x4e, 0x61, 0x6d, 0x65, 0x0a, 0xde, 0xfe, 0x0a) });
  const names = file(page, 'names.csv');
  const question = names.getByRole('group', { name: 'Which of these reads right?' });
  await question.getByRole('radio', { name: /Turkish/ }).press('Space');
  await expect(question).toHaveCount(0);
  await openDetails(page, 'names.csv');
  await expect(names.getByRole('radio', { name: /Turkish/ })).toBeChecked();
  await prompt(page).fill('Sum up.');
  await expect(send(page)).toBeEnabled();
  await send(page).click();
  await expect(thread(page)).toContainText('Attached: names.csv');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  expect(JSON.stringify(vendor.log.requests.at(-1)?.body)).toContain('Şş');
});

test('a photo is sent upright, and without what its camera wrote into it @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await attach(page, { 'photo.jpg': makeTurnedPhoto('STOP', 'MM') });
  await expect(file(page, 'photo.jpg')).toContainText('1 image');
  await prompt(page).fill('What is this?');
  await send(page).click();
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  const sent = JSON.stringify(vendor.log.requests.at(-1)?.body);
  const bytes = Buffer.from(/data:image\/jpeg;base64,([\w+/=]+)/.exec(sent)?.[1] ?? '', 'base64');
  expect(imageSize(bytes)).toMatchObject({ width: 480, height: 120 });
  expect(bytes.includes('Exif')).toBe(false);
});

test('a recording shows its price, is transcribed on a click, kept, reviewed and sent @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const heard = vendor.transcription;
  await attach(page, {
    'memo.wav': makeWav(19.6),
    'words.mp3': 'These are no sounds.',
    'browser.webm': await readFile('packages/documents/src/test-support/recording.webm'),
  });
  const memo = file(page, 'memo.wav');
  await expect(memo).toContainText('0:20 min');
  await expect(memo).toContainText('GPT-Transcribe, $0.0045 per minute');
  await expect(file(page, 'words.mp3')).toContainText(
    'words.mp3 isn’t a recording that can be transcribed. Save it as MP3, M4A, WAV, WebM, OGG or FLAC.',
  );
  await page.getByRole('button', { name: 'Remove words.mp3' }).click();
  await expect(file(page, 'browser.webm')).toContainText('0:04 min');
  await page.getByRole('button', { name: 'Remove browser.webm' }).click();
  await prompt(page).fill('What is to be done?');

  await expect(page.getByText('Transcribe or uncheck memo.wav.')).toBeVisible();
  await expect(send(page)).toBeDisabled();

  // Failed, canceled and, by keyboard, done: it is paid once.
  const transcribe = memo.getByRole('button', { name: 'Transcribe for 0.15¢' });
  heard.script({ kind: 'status', status: 500 }, { kind: 'reply', hold: 'before' });
  await transcribe.click();
  await expect(memo).toContainText(
    'The provider is overloaded or has a fault. Please try again in a moment.',
  );
  await transcribe.click();
  await expect(memo).toContainText('Transcribing…');
  await expect(send(page)).toBeDisabled();
  await expectFit(page);
  await vendor.until((log) => log.stats.held === 1);
  await memo.getByRole('button', { name: 'Cancel the transcription of memo.wav' }).click();
  await expect(memo).toContainText('Canceled. If it was already sent, you’ll be charged once.');
  vendor.release();
  await vendor.until(() => heard.log.stats.inFlight === 0);
  await expect(async () => {
    await transcribe.press('Enter');
    await expect(memo).toContainText(/0:20 min · transcribed for 0\.15¢ · 46 characters · ≈ \d+ tokens/);
  }).toPass();
  expect(heard.log.stats).toMatchObject({ requests: 2, answered: 1, answeredTwice: 0 });
  await expectFit(page);

  await expect.poll(() => page.evaluate(storedKeys)).toHaveLength(2); // with its text
  await page.reload();
  await expect(memo).toContainText('46 characters');
  await send(page).click();
  await dialog(page).getByRole('button', { name: 'Redact & Send' }).click();
  await expect(thread(page)).toContainText('Attached: memo.wav');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  expect(vendor.log.requests.at(-1)?.prompt).toBe(
    '--- memo.wav ---\nCall Ann at [redacted] about the invoice.\n\nWhat is to be done?',
  );
  await page.goto('/settings/billing');
  await expect(page.getByText('Audio transcription, 0:20 min at $0.0045/min').first()).toBeVisible();
});

test('hostile files each get a sentence, and nothing is sent @soak', async ({ signedIn: page, vendor }) => {
  const bomb = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  await attach(page, {
    'page.png': '<!doctype html><script>alert(1)</script>',
    'bomb.png': bomb,
    'locked.pdf': makePdf([['x']], true),
    'fake.pdf': 'MZ a program',
    'bomb.docx': await makeZip({ 'word/document.xml': Buffer.alloc(101 * 1024 * 1024) }),
    'big.txt': Buffer.alloc(20 * 1024 * 1024 + 1, 'x'),
    'program.exe': 'MZ',
  });
  await page.getByRole('alert').getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('File too large: big.txt exceeds 20 MB.')).toBeVisible();
  await expect(
    page.getByText('program.exe can’t be attached: this type of file isn’t supported.'),
  ).toBeVisible();
  for (const [name, sentence] of [
    ['page.png', 'page.png is damaged or isn’t an image: its content is of another type.'],
    ['bomb.png', 'bomb.png is too large: it has more than 60 megapixels.'],
    ['locked.pdf', 'locked.pdf is protected by a password. Remove the password and attach it again.'],
    ['fake.pdf', 'fake.pdf is damaged or not a PDF.'],
    ['bomb.docx', 'bomb.docx is too large: it unpacks to over 100 MB.'],
  ] as const) {
    await expect(file(page, name)).toContainText(sentence);
  }
  await prompt(page).fill('Sum up.');
  await expect(send(page)).toBeDisabled();
  await expect(page.getByText('Remove or uncheck page.png.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Multi-send' })).toBeDisabled();
  expect(vendor.log.requests.map((request) => request.prompt)).not.toContain('Sum up.');
});

test('a recording on the Free plan is told what it takes @soak', async ({ page, server, vendor }) => {
  await signIn(page, await registerPerson(server));
  const before = vendor.transcription.log.stats.requests;
  await attach(page, { 'memo.wav': makeWav(2) });
  await expect(file(page, 'memo.wav')).toContainText('Transcription requires a balance.');
  await expect(file(page, 'memo.wav').getByRole('link', { name: 'Add credit' })).toHaveAttribute(
    'href',
    '/top-up',
  );
  await expectFit(page);
  expect(vendor.transcription.log.stats.requests).toBe(before);
});

test('on the Free plan three files by pasting and dropping, and a scan by OCR @soak', async ({
  page,
  server,
}) => {
  await signIn(page, await registerPerson(server));
  const png = drawText('HELLO WORLD').encodeSync('png').toString('base64');
  await page.evaluate((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
  }, png);
  await expect(file(page, 'pasted-')).toContainText('Images require Pro. Read the text with OCR to send it.');
  await openDetails(page, 'pasted-');
  await file(page, 'pasted-').getByRole('button', { name: 'Read text with OCR' }).click();
  await expect(file(page, 'pasted-')).toContainText('characters with OCR');
  await expect(file(page, 'pasted-')).toContainText('HELLO WORLD');

  await page.evaluate(() => {
    const transfer = new DataTransfer();
    for (const name of ['one.txt', 'two.txt', 'three.txt']) transfer.items.add(new File(['text'], name));
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
  });
  await expect(file(page, 'two.txt')).toContainText('free');
  await expect(
    page.getByText('three.txt was skipped: the Free plan allows up to 3 files per request.'),
  ).toBeVisible();

  await openDetails(page, 'two.txt');
  await file(page, 'two.txt').getByRole('checkbox', { name: 'Include two.txt' }).uncheck();
  await expect.poll(() => page.evaluate(storedKeys)).toHaveLength(3);
  await page.reload();
  await expect(file(page, 'pasted-')).toContainText('characters with OCR');
  await expect(file(page, 'one.txt')).toContainText('4 characters');
  await expect(file(page, 'two.txt')).toContainText('left out');
  await page.getByRole('button', { name: 'Remove one.txt' }).click();
  await page.reload();
  await expect(files(page).getByRole('listitem')).toHaveCount(2);
});

test('after a reload a request without a reply still has its files: sent again, and given back when it fails @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await attach(page, { 'letter.txt': 'Roses are red.' });
  await expect(file(page, 'letter.txt')).toContainText('characters');
  await sendAndHold(page, vendor, 'What color are they?');
  await expect(prompt(page)).toHaveValue('');
  await expect.poll(() => page.evaluate(storedKeys)).toEqual([expect.stringMatching(/^sent:/)]);
  await page.reload();
  await expect(thread(page)).toContainText('Attached: letter.txt');
  vendor.release();
  await expect(thread(page).getByRole('alert')).toBeVisible();
  await expect(prompt(page)).toHaveValue('What color are they?');
  await expect(file(page, 'letter.txt')).toContainText('14 characters');

  await page.getByRole('button', { name: 'Remove letter.txt' }).click();
  await prompt(page).fill('');
  await page.reload();
  await thread(page).getByRole('button', { name: 'Retry' }).click();
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  expect(vendor.log.requests.at(-1)?.prompt).toBe(
    '--- letter.txt ---\nRoses are red.\n\nWhat color are they?',
  );
});

test('a reload right after sending loses no file, even where the browser has not stored it yet @soak', async ({
  signedIn: page,
  server,
  vendor,
}) => {
  await attach(page, { 'letter.txt': 'Roses are red.' });
  await expect(file(page, 'letter.txt')).toContainText('characters');
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${server.origin}/pricing`);
  await expect.poll(() => otherTab.evaluate(storedKeys)).toHaveLength(1);
  await otherTab.evaluate(occupyStore);

  await sendAndHold(page, vendor, 'What color are they?');
  await expect(file(page, 'letter.txt')).toHaveCount(0);
  await page.reload();
  await otherTab.close();
  vendor.release();
  await expect(prompt(page)).toHaveValue('What color are they?');
  await expect(file(page, 'letter.txt')).toContainText('14 characters');
});

test('files of a request without a reply stay while another tab sends files, too @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const other = await page.context().newPage();
  await other.goto('/ai');
  await untilAlive(other);
  await attach(page, { 'letter.txt': 'Roses are red.' });
  await expect(file(page, 'letter.txt')).toContainText('characters');
  await sendAndHold(page, vendor, 'What color are they?');
  await expect.poll(() => page.evaluate(storedKeys)).toEqual([expect.stringMatching(/^sent:/)]);
  const kept = await page.evaluate(storedKeys);

  await attach(other, { 'reply.txt': 'Violets are blue.' });
  await expect(file(other, 'reply.txt')).toContainText('characters');
  await prompt(other).fill('And these?');
  await send(other).click();
  await expect(thread(other).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(storedKeys)).toEqual(kept);
  vendor.release();
});

test('each tab has its own prompt and files, and what a closed one had is in the next that opens @soak', async ({
  signedIn: page,
  context,
}) => {
  const write = async (tab: Page, text: string, name: string) => {
    await attach(tab, { [name]: text });
    await expect(file(tab, name)).toContainText('characters');
    await prompt(tab).fill(text);
  };
  const expectKept = async (tab: Page, text: string, name: string) => {
    await expect(prompt(tab)).toHaveValue(text);
    await expect(file(tab, name)).toContainText('characters');
    await expect(files(tab).getByRole('listitem')).toHaveCount(1);
  };
  await write(page, 'Roses are red.', 'roses.txt');
  const other = await context.newPage();
  await other.goto('/ai');
  await untilAlive(other);
  await expect(prompt(other)).toHaveValue('');
  await write(other, 'Violets are blue.', 'violets.txt');
  await expect.poll(() => page.evaluate(storedKeys)).toHaveLength(2);

  await page.reload();
  await expectKept(page, 'Roses are red.', 'roses.txt');
  await other.reload();
  await expectKept(other, 'Violets are blue.', 'violets.txt');

  await other.close();
  const next = await context.newPage();
  await next.goto('/ai');
  await expectKept(next, 'Violets are blue.', 'violets.txt');
  await prompt(next).fill('');
  await next.getByRole('button', { name: 'Remove violets.txt' }).click();
  await expect.poll(() => page.evaluate(storedKeys)).toHaveLength(1);
  await page.reload();
  await expectKept(page, 'Roses are red.', 'roses.txt');
});

/** Runs in the browser: the keys of the files that are stored there. */
async function storedKeys(): Promise<string[]> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'promptwell-files')) return [];
  return new Promise((resolve) => {
    const opening = indexedDB.open('promptwell-files');
    opening.onsuccess = () => {
      const database = opening.result;
      const listing = database.transaction('files').objectStore('files').getAllKeys();
      listing.onsuccess = () => {
        database.close();
        resolve(listing.result.map(String));
      };
    };
  });
}

/** Runs in another tab: nobody else reads or writes stored files while that tab is open. */
const occupyStore = (): Promise<void> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('promptwell-files');
    opening.onsuccess = () => {
      const store = opening.result.transaction('files', 'readwrite').objectStore('files');
      const again = () => {
        store.count().onsuccess = again;
        resolve();
      };
      again();
    };
  });

test('a file that is attached while a request is being checked waits for the next one @soak', async ({
  signedIn: page,
}) => {
  const attach = async (name: string) => {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(name) };
    await page.getByLabel('Attach files').setInputFiles([file]);
    await expect(page.getByLabel(`Include ${name}`)).toBeChecked();
  };
  await attach('first.txt');
  await prompt(page).fill('Sum it up');
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/ai/moderate', (route) => held.then(() => route.continue()));
  const asked = page.waitForRequest('**/api/ai/moderate');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await asked;
  await attach('second.txt');
  answer();
  await expect(thread(page).getByText('Attached: first.txt', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Include first.txt')).toHaveCount(0);
  await expect(page.getByLabel('Include second.txt')).toBeChecked();
});

test('personal data is reviewed, taken out of prompt and files, and put back on the screen @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const written = 'Write to jane@example.org and ann@example.org.';
  await attach(page, { 'letter.txt': 'Ann is ann@example.org, (415) 555-2671.' });
  await expect(file(page, 'letter.txt')).toContainText('characters');
  await prompt(page).fill(written);
  await send(page).click();
  await expect(dialog(page).getByRole('list', { name: 'Personal data' }).getByRole('listitem')).toHaveCount(
    4,
  );
  await expectFit(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(prompt(page)).toHaveValue(written);
  await expect(file(page, 'letter.txt')).toBeVisible();

  vendor.script({ kind: 'reply', text: 'Dear [redacted 1], ask [redacted 2] at [redacted 3].' });
  await send(page).click();
  await dialog(page).getByRole('button', { name: 'Redact & Send' }).click();
  await expect(thread(page)).toContainText('Dear jane@example.org, ask ann@example.org at (415) 555-2671.');
  await expect(thread(page)).toContainText(written);
  expect(vendor.log.requests.at(-1)?.prompt).toBe(
    '--- letter.txt ---\nAnn is [redacted 2], [redacted 3].\n\nWrite to [redacted 1] and [redacted 2].',
  );
  await expect.poll(() => page.evaluate(storedKeys)).toEqual([]); // until then a reload puts the file back into its row
  await page.reload();
  await expect(thread(page)).toContainText('Dear jane@example.org, ask ann@example.org at (415) 555-2671.');

  await prompt(page).fill('Bob is bob@example.org');
  await send(page).click();
  await dialog(page).getByRole('button', { name: 'Send as-is' }).click();
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(2);
  expect(vendor.log.requests.at(-1)?.prompt).toBe('Bob is bob@example.org');
});

test('a multi-send takes the files along: reviewed once, priced, and left out where a model cannot see @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await attach(page, {
    'letter.txt': 'Ask ann@example.org.',
    'sign.png': drawText('STOP').encodeSync('png'),
  });
  await expect(file(page, 'sign.png')).toContainText('1 image');
  await prompt(page).fill('Answer this letter.');
  const sentBefore = vendor.log.requests.length;
  await page.getByRole('button', { name: 'Multi-send' }).click();
  await dialog(page)
    .getByRole('checkbox', { name: /^GPT-4o \$/ })
    .check();
  vendor.script({ kind: 'reply', text: 'Dear [redacted].' }, { kind: 'status', status: 500 });
  await dialog(page).getByRole('button', { name: 'Send to 2 models' }).click();
  await page.getByRole('button', { name: 'Redact & Send' }).click();
  await expect(dialog(page)).toContainText('Dear ann@example.org.');
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Image send failed. If this happens repeatedly, contact support.',
  );
  await expectFit(page);
  await dialog(page).getByRole('button', { name: 'Retry' }).click();
  await expect(dialog(page).getByText('2 of 2 answered')).toBeVisible();
  const sent = vendor.log.requests.slice(sentBefore).map(({ body }) => JSON.stringify(body));
  expect(sent.map((body) => body.includes('Ask [redacted]') && body.includes('data:image/png'))).toEqual([
    ...[true, true, true],
  ]);
});

test('moderation warns, with a choice, and blocks, without one @soak', async ({ signedIn: page, vendor }) => {
  await prompt(page).fill('You are a loser.');
  await send(page).click();
  await expect(dialog(page)).toContainText('Please check this text: hate or harassment');
  await expect(dialog(page).getByRole('button')).toHaveText(['Send as-is', 'Redact & Send', '']);
  await expectFit(page);
  await dialog(page).getByRole('button', { name: 'Send as-is' }).click();
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  // What was answered once is not asked again.
  await thread(page).getByRole('button', { name: 'Regenerate' }).click();
  await expect(thread(page)).toContainText('2 of 2');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);

  const card = 'Is 4111 1111 1111 1111 a good number?';
  await prompt(page).fill(card);
  await send(page).click();
  const blocked = page.getByRole('alertdialog');
  await expect(blocked).toContainText('Blocked by moderation: payment card data (a card number).');
  await expect(blocked.getByRole('button', { name: /Send/ })).toHaveCount(0);
  await blocked.getByRole('button', { name: 'Cancel' }).click();
  await expect(prompt(page)).toHaveValue(card);
  expect(vendor.log.requests.map((request) => request.prompt)).not.toContain(card);
});
