import { parse } from 'csv-parse/sync';
import mammoth from 'mammoth';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import {
  deleteSavedSession,
  exportSession,
  exportThread,
  exportThreadSchema,
  getSavedSession,
  listSavedSessions,
  listSessionsSchema,
  renameSession,
  saveSession,
  saveSessionSchema,
} from './index.server';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

const THREAD = [
  { role: 'user', text: 'And a *dessert*?', label: 'You', atMs: Date.UTC(2026, 10, 20, 9, 5) },
  {
    role: 'ai',
    text: 'Take **pears**.',
    label: 'GPT-4o mini',
    atMs: Date.UTC(2026, 10, 20, 9, 6),
    reply: { usage: { inputTokens: 1200, outputTokens: 4, costUsd: 0.000123 }, warnings: [] },
  },
  { role: 'user', text: 'A soup\nfor two', label: 'You' },
  { role: 'ai', text: '=1+1', label: 'GPT-4o mini' },
];
const LESSON = String.raw`The area is \(A_r = \pi r^2\), for $5 or $10:

\[
A_3 \approx 28.27
\]

${'```'}python
def area(r):
    return 3.14 * r ** 2
$$not a formula$$
${'```'}

| Step | What |
|---|---|
| 1 | Measure |`;
const FIELDS = {
  Title: 'Dinner',
  Provider: 'openai',
  Model: 'gpt-4o-mini',
  ThreadJson: JSON.stringify(THREAD),
  SessionRequests: 2,
  SessionTokensIn: 1300,
  SessionTokensOut: 12,
  SessionTotalCostUsd: 0.000321,
};
const save = (actor: Actor, more: object = {}, saveKey?: string) =>
  saveSession(services, actor, { input: saveSessionSchema.parse({ ...FIELDS, ...more }), saveKey });
const list = (actor: Actor, query: object = {}) =>
  listSavedSessions(services, actor, listSessionsSchema.parse(query));
const { signal } = new AbortController();

describe('a saved session', () => {
  it('comes back as it was, to the micro-dollar', async () => {
    const { actor } = await services.signUp();
    const { Id } = await save(actor, {
      PromptText: 'Next?',
      IoText: 'All of it',
      Instructions: 'Answer as a chef.',
    });
    expect(await getSavedSession(services, actor, Id)).toMatchObject({
      ...FIELDS,
      PromptText: 'Next?',
      IoText: 'All of it',
      Instructions: 'Answer as a chef.',
      SizeBytes: FIELDS.ThreadJson.length + 'Next?All of itAnswer as a chef.'.length,
    });
  });

  it('is listed without its texts, the newest first, page by page', async () => {
    const { actor } = await services.signUp();
    for (const Title of ['One', 'Two', 'Three']) {
      await save(actor, { Title });
      services.pass(1000);
    }
    const { items, total } = await list(actor, { pageSize: 2 });
    expect(items.map(({ Title }) => Title)).toEqual(['Three', 'Two']);
    expect(total).toBe(3);
    expect(items[0]).not.toHaveProperty('ThreadJson');
    expect((await list(actor, { pageSize: 2, page: 2 })).items.map(({ Title }) => Title)).toEqual(['One']);
    expect((await list(actor, { q: 'thr' })).items.map(({ Title }) => Title)).toEqual(['Three']);
  });

  it('is found by what is in its title, whatever signs that are and however they are written', async () => {
    const { actor } = await services.signUp();
    for (const Title of ['Raise of 50', 'Chapter 50', 'a_draft', 'Über Bäume']) {
      await save(actor, { Title });
      services.pass(1000);
    }
    const found = async (q: string) => (await list(actor, { q })).items.map(({ Title }) => Title);
    expect(await found('50')).toEqual(['Chapter 50', 'Raise of 50']);
    expect(await found('50%')).toEqual(['Chapter 50', 'Raise of 50']);
    expect(await found('_draft')).toEqual(['a_draft']);
    expect(await found('%')).toEqual([]);
    expect(await found('baume UBER')).toEqual(['Über Bäume']);
    expect(await list(actor, { q: '50', pageSize: 1, page: 2 })).toMatchObject({
      total: 2,
      items: [{ Title: 'Raise of 50' }],
    });
  });

  it('is nobody else’s: not to be read, renamed, exported or deleted', async () => {
    const { Id } = await save((await services.signUp()).actor);
    const { actor: other } = await services.signUp({ roles: ['admin'] });
    const gone = { kind: 'not-found', code: 'no_such_session' };
    await expect(getSavedSession(services, other, Id)).rejects.toMatchObject(gone);
    await expect(renameSession(services, other, { id: Id, name: 'Mine' })).rejects.toMatchObject(gone);
    await expect(deleteSavedSession(services, other, Id)).rejects.toMatchObject(gone);
    await expect(exportSession(services, other, { id: Id, format: 'txt', signal })).rejects.toMatchObject(
      gone,
    );
    expect(await list(other)).toEqual({ items: [], total: 0 });
  });

  it('is one, however often a save whose answer was lost comes again', async () => {
    const { actor } = await services.signUp();
    const [first, second] = await Promise.all([save(actor, {}, 'key-key-1'), save(actor, {}, 'key-key-1')]);
    expect(second).toEqual(first);
    expect((await list(actor)).total).toBe(1);
    const { actor: other } = await services.signUp();
    expect((await save(other, {}, 'key-key-1')).Id).not.toBe(first.Id);
  });

  it('has the name that it was saved under last, where the answer to the first was lost', async () => {
    const { actor } = await services.signUp();
    const { Id } = await save(actor, { Title: 'Diner' }, 'key-key-2');
    expect(await save(actor, { Title: 'Dinner' }, 'key-key-2')).toMatchObject({ Id, Title: 'Dinner' });
    expect((await list(actor)).items).toMatchObject([{ Id, Title: 'Dinner' }]);
  });

  it('has the thread that it was saved with last, within the same bounds', async () => {
    const { actor } = await services.signUp();
    const { Id } = await save(actor, {}, 'key-key-3');
    const longer = { ThreadJson: JSON.stringify([...THREAD, ...THREAD]), SessionRequests: 4 };
    expect(await save(actor, longer, 'key-key-3')).toMatchObject({ Id, SessionRequests: 4 });
    expect(await getSavedSession(services, actor, Id)).toMatchObject(longer);
    await services.prisma.savedSession.update({ where: { id: Id }, data: { size: 100 * 1024 * 1024 } });
    await save(actor, longer, 'key-key-3'); // in the place of what is that large
    await expect(save(actor, {}, 'key-key-4')).resolves.toMatchObject({ SessionRequests: 2 });
  });

  it('can be renamed and deleted', async () => {
    const { actor } = await services.signUp();
    const { Id } = await save(actor);
    expect(await renameSession(services, actor, { id: Id, name: 'Supper' })).toMatchObject({
      Id,
      Title: 'Supper',
    });
    await deleteSavedSession(services, actor, Id);
    await expect(deleteSavedSession(services, actor, Id)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('is one of a thousand at most, and of 100 MB', async () => {
    const { actor } = await services.signUp();
    const { Id } = await save(actor);
    await services.prisma.savedSession.update({ where: { id: Id }, data: { size: 100 * 1024 * 1024 } });
    await expect(save(actor)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'too_many_sessions',
      message: 'Your saved sessions take up 100 MB. Delete some to save new ones.',
    });
    const row = await services.prisma.savedSession.update({ where: { id: Id }, data: { size: 1 } });
    await services.prisma.savedSession.createMany({
      data: Array.from({ length: 999 }, (_, index) => ({ ...row, id: `copy-${String(index)}` })),
    });
    await expect(save(actor)).rejects.toMatchObject({
      message: 'You have 1,000 saved sessions. Delete some to save new ones.',
    });
  });

  it.each([
    [{ Title: '  //  ' }, 'Please enter a name.'],
    [{ ThreadJson: '{"role":"user"}' }, 'ThreadJson is not a thread.'],
    [{ ThreadJson: '[{"role":"root","text":"x"}]' }, 'ThreadJson is not a thread.'],
    [{ ThreadJson: '[{"role":"ai","text":7}]' }, 'ThreadJson is not a thread.'],
    [{ ThreadJson: '[[[[' }, 'ThreadJson is not a thread.'],
  ])('is refused as %j', (fields, message) => {
    const result = saveSessionSchema.safeParse({ ...FIELDS, ...fields });
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('the export of a session', () => {
  const textOf = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString();

  it('as txt reads from its beginning, with what each reply has cost', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    const { Id } = await save(actor, { PromptText: 'Coffee?' });
    expect(await textOf(await exportSession(services, actor, { id: Id, format: 'txt', signal }))).toBe(`Dinner
======

2 requests, $0.000321

You
---

A soup
for two

GPT-4o mini
-----------

=1+1

You, 2026-11-20 09:05 +00:00
----------------------------

And a *dessert*?

GPT-4o mini, 2026-11-20 09:06 +00:00
------------------------------------

Take **pears**.

1,200 tokens in, 4 out, $0.000123

Prompt not sent yet
-------------------

Coffee?
`);
  });

  it('as docx turns a reply’s Markdown into Word’s own, and leaves a prompt as it was written', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    const { Id } = await save(actor);
    const response = await exportSession(services, actor, { id: Id, format: 'docx', signal });
    const buffer = Buffer.from(await response.arrayBuffer());
    const { value } = await mammoth.convertToHtml({ buffer });
    expect(value).toContain('<p>Take <strong>pears</strong>.</p>');
    expect(value).toContain('<p>And a *dessert*?</p>');
    expect(value).toContain('<p>A soup<br />for two</p>');
  });

  it('as csv has a row for each message, and runs no formula', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    const { Id } = await save(actor);
    const response = await exportSession(services, actor, { id: Id, format: 'csv', signal });
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename=Dinner.csv');
    expect(parse(await textOf(response), { bom: true })).toEqual([
      ['Role', 'Label', 'Text', 'Date', 'InputTokens', 'OutputTokens', 'CostUsd'],
      ['user', 'You', 'A soup\nfor two', '', '', '', ''],
      ['ai', 'GPT-4o mini', "'=1+1", '', '', '', ''],
      ['user', 'You', 'And a *dessert*?', '2026-11-20T09:05:00+00:00', '', '', ''],
      ['ai', 'GPT-4o mini', 'Take **pears**.', '2026-11-20T09:06:00+00:00', '1200', '4', '0.000123'],
    ]);
  });

  it('keeps formulas as text, tables as tables and code as code, and has no thinking, in every format', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    const thinking = { text: 'They need a lesson.', startedAtMs: 1_000, endedAtMs: 13_000 };
    const reply = { role: 'ai', text: LESSON, label: 'GPT-4o mini', thinking };
    const input = exportThreadSchema.parse({
      ...FIELDS,
      ThreadJson: JSON.stringify([{ role: 'user', text: 'Plan a lesson.', label: 'You' }, reply]),
    });
    const exported = async (Format: string) => {
      const response = await exportThread(services, actor, {
        input: exportThreadSchema.parse({ ...input, Format }),
        signal,
      });
      return Buffer.from(await response.arrayBuffer());
    };
    const [txt, json, csv, xlsx, docx] = await Promise.all(
      ['txt', 'json', 'csv', 'xlsx', 'docx'].map(exported),
    );
    const { value: html } = await mammoth.convertToHtml({ buffer: docx as Buffer });
    const rows = await readSheet(xlsx as Buffer, { trim: false });
    const texts = [
      String(txt),
      JSON.stringify(JSON.parse(String(json))),
      JSON.stringify(parse(String(csv), { bom: true })),
      JSON.stringify(rows),
      html,
    ];
    for (const text of texts) expect(text).not.toContain('They need a lesson.');
    expect(texts[0]).toContain(LESSON);
    for (const text of texts.slice(1, 4)) expect(text).toContain(JSON.stringify(LESSON).slice(1, -1));

    expect(html).toContain(String.raw`<p>The area is \(A_r = \pi r^2\), for $5 or $10:</p>`);
    expect(html).toContain(String.raw`<p>\[<br />A_3 \approx 28.27<br />\]</p>`);
    expect(html).toMatch(/<table>.*<strong>Step<\/strong>.*<td><p>Measure<\/p><\/td>.*<\/table>/su);
    expect(html).not.toContain('|');
    expect(html).toContain('<p>def area(r):</p><p>    return 3.14 * r ** 2</p>');
    expect(html).toContain('<p>$$not a formula$$</p>');
  });

  it('is in the preferred format unless another is asked for; free accounts get txt', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    await services.preferences.change(actor.userId, { DefaultExportFormat: 'json' });
    const nameOf = async (who: Actor, Format?: string) => {
      const input = exportThreadSchema.parse({ ...FIELDS, Title: '', Format });
      return (await exportThread(services, who, { input, signal })).headers.get('Content-Disposition');
    };
    expect(await nameOf(actor)).toBe('attachment; filename="AI session.json"');
    expect(await nameOf(actor, 'xlsx')).toBe('attachment; filename="AI session.xlsx"');
    const { actor: free } = await services.signUp();
    expect(await nameOf(free, 'xlsx')).toBe('attachment; filename="AI session.txt"');
    expect(exportThreadSchema.safeParse({ ...FIELDS, ThreadJson: '' }).error?.issues[0]?.message).toBe(
      'There is nothing to export.',
    );
  });

  it('of a thread in a form of long ago is the text that was saved beside it', async () => {
    const { actor } = await services.signUp();
    const { Id } = await save(actor, { IoText: 'What was said' });
    await services.prisma.savedSession.update({ where: { id: Id }, data: { threadJson: '{"v":0}' } });
    expect(await textOf(await exportSession(services, actor, { id: Id, format: 'txt', signal }))).toContain(
      'AI\n--\n\nWhat was said',
    );
  });
});

it('an account’s sessions are in its export and go with it; others’ stay', async () => {
  const { actor } = await services.signUp();
  const { actor: other } = await services.signUp();
  await save(actor);
  await save(other);
  const files: Record<string, unknown> = {};
  for (const part of services.personalData) {
    for await (const { name, content } of part.exportFiles(actor.userId)) {
      if (name !== 'saved-sessions.json') continue;
      let text = '';
      for await (const piece of content) text += String(piece);
      files[name] = JSON.parse(text);
    }
  }
  expect(files['saved-sessions.json']).toMatchObject([FIELDS]);
  for (const part of services.personalData) await part.remove(actor.userId);
  expect((await list(actor)).total).toBe(0);
  expect((await list(other)).total).toBe(1);
});
