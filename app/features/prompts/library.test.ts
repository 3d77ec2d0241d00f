import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { savedPrompts } from '../../../tests/support/saved-prompts';
import { testServices, type TestServices } from '../../../tests/support/services';
import { deletePrompt } from './delete-prompt.server';
import { findPrompt } from './find-prompt.server';
import { readLibrary } from './library/read-library.server';
import { listOwnPrompts } from './list-prompts.server';
import { libraryQuerySchema, ownPromptsQuerySchema } from './list-schema';
import { savePrompt } from './save-prompt.server';
import { savePromptSchema } from './schema';
import { usePrompt } from './use-prompt.server';
import { importPrompts } from './transfer/import-prompts.server';
import { getPromptVersion, listPromptVersions } from './versions/list-versions.server';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

const { author, save, update, own, community } = savedPrompts(() => services);

describe('one’s own prompts', () => {
  it('are found by the words of title, text, description and tags, whatever case and accents', async () => {
    const actor = await author();
    await save(actor, { title: 'Café menu', content: 'List three desserts.' });
    await save(actor, { title: 'Lesson', description: 'About photosynthesis', tags: ['Biology'] });
    expect(await own(actor, { search: 'CAFE' })).toEqual(['Café menu']);
    expect(await own(actor, { search: 'dess' })).toEqual(['Café menu']);
    expect(await own(actor, { search: 'photo lesson' })).toEqual(['Lesson']);
    expect(await own(actor, { search: 'biology' })).toEqual(['Lesson']);
    expect(await own(actor, { search: 'menu lesson' })).toEqual([]);
    expect(await own(actor, { tag: 'biology' })).toEqual(['Lesson']);
  });

  it.each([
    ['会议', ['会议']],
    ['纪要', ['会议']],
    ['项目 会议', ['会议']],
    ['议程 会议', []],
    ['要約', ['レポート']],
    ['อาหาร', ['ไทย']],
    ['gpt要約', ['レポート']],
    ['会_纪要', ['会议']],
    ['会纪', []],
  ])('are found by %s, wherever it stands in a text that has no spaces', async (search, found) => {
    const actor = await author();
    await save(actor, { title: '会议', folder: 'Work', content: '请写项目会议纪要，列出待办事项。' });
    await save(actor, { title: 'レポート', content: '次の文章をGPT要約してください。' });
    await save(actor, { title: 'ไทย', content: 'เขียนสูตรอาหารไทยง่ายๆ' });
    expect(await own(actor, { search })).toEqual(found);
    expect(await own(actor, { search, folder: 'Play' })).toEqual([]);
    expect(await own(await author(), { search })).toEqual([]);
  });

  it('are found by the beginnings of sentences however far on they stand', async () => {
    const actor = await author();
    await save(actor, { content: `${'请写纪要。'.repeat(100)}列出待办事项。` });
    expect(await own(actor, { search: '列出' })).toEqual(['Soup']);
  });

  it.each([
    '"',
    "'' OR 1=1 --",
    'title:soup NOT (',
    'soup\0soup',
    'soup* AND "x',
    'NEAR(a b)',
    '***',
    '^-{}:',
    'a'.repeat(200),
  ])('a search for %j is harmless', async (search) => {
    const actor = await author();
    await save(actor);
    await expect(own(actor, { search })).resolves.toBeInstanceOf(Array);
    await expect(community(actor, { search })).resolves.toBeInstanceOf(Array);
  });

  it('follow an edit and a deletion, and are nobody else’s', async () => {
    const [actor, stranger] = [await author(), await author()];
    const { id } = await save(actor, { folder: 'Kitchen' });
    expect(await own(stranger, { search: 'soup' })).toEqual([]);
    await expect(findPrompt(services, stranger, id)).rejects.toMatchObject({ code: 'no_such_prompt' });
    await expect(update(stranger, id, {})).rejects.toMatchObject({ code: 'no_such_prompt' });
    await expect(deletePrompt(services, stranger, id)).rejects.toMatchObject({ code: 'no_such_prompt' });
    await update(actor, id, { title: 'Stew', folder: 'Winter' });
    expect(await own(actor, { search: 'soup stew' })).toEqual(['Stew']);
    expect(await own(actor, { folder: 'kitchen' })).toEqual([]);
    expect(await own(actor, { folder: 'winter' })).toEqual(['Stew']);
    await deletePrompt(services, actor, id);
    expect(await own(actor, { search: 'stew' })).toEqual([]);
  });

  it('are one for each key, however often a save whose answer was lost comes again', async () => {
    const { actor } = await services.signUp();
    const input = savePromptSchema.parse({ title: 'Soup', content: 'Cook a soup.' });
    const [first, second] = await Promise.all(
      ['key-key-1', 'key-key-1'].map((key) => savePrompt(services, actor, input, key)),
    );
    expect(second).toEqual(first);
    for (let count = 1; count < 12; count += 1) await save(actor);
    await expect(savePrompt(services, actor, input, 'key-key-1')).resolves.toEqual(first);
    await expect(savePrompt(services, actor, input, 'key-key-2')).rejects.toThrow('up to 12');
    expect((await savePrompt(services, await author(), input, 'key-key-1')).id).not.toBe(first?.id);
    // Another text under a used key would be lost.
    const other = { ...input, content: `${input.content} And more.` };
    await expect(savePrompt(services, actor, other, 'key-key-1')).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'idempotency_key_reused',
    });
  });

  it('come in pages of twelve, in the order asked for', async () => {
    const actor = await author();
    for (let number = 1; number <= 14; number += 1) {
      services.pass(1000);
      const { id } = await save(actor, { title: `P${String(number)}` });
      if (number === 3) await usePrompt(services, actor, { id });
    }
    const first = await listOwnPrompts(services, actor, ownPromptsQuerySchema.parse({}));
    expect(first).toMatchObject({ total: 14, totalPages: 2, page: 1 });
    expect(first.prompts).toHaveLength(12);
    expect(await own(actor, { page: 2 })).toEqual(['P2', 'P1']);
    expect((await own(actor, { sortBy: 'oldest' }))[0]).toBe('P1');
    expect((await own(actor, { sortBy: 'used' }))[0]).toBe('P3');
    expect((await own(actor, { sortBy: 'popular', search: 'soup' }))[0]).toBe('P3');
    expect(await own(actor, { page: 3 })).toEqual([]);
  });
});

describe('an edit', () => {
  it('keeps a version with its note, and says when another came first, with both', async () => {
    const actor = await author();
    const { id, version } = await save(actor);
    const second = await update(actor, id, {
      content: 'Cook a stew.',
      note: 'Heartier',
      baseVersion: version,
    });
    expect(second).toMatchObject({ version: 2, content: 'Cook a stew.' });
    await expect(update(actor, id, { content: 'Cook rice.', baseVersion: version })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'prompt_changed',
      data: { current: { content: 'Cook a stew.', version: 2 }, yours: { content: 'Cook rice.' } },
    });
    // What it leaves out stays: it may have been changed elsewhere.
    await update(actor, id, { content: 'Cook a stew.', tags: ['hot'], folder: 'Lunch' });
    expect(await update(actor, id, { content: 'Cook a stew.' })).toMatchObject({
      tags: ['hot'],
      folder: 'Lunch',
    });
    // The same again is no conflict: its first answer was lost on the way.
    expect(await update(actor, id, { content: 'Cook a stew.', baseVersion: version })).toMatchObject({
      version: 2,
    });
    expect((await listPromptVersions(services, actor, id)).versions).toMatchObject([
      { version: 2, note: 'Heartier' },
      { version: 1, note: '' },
    ]);
  });
});

describe('the page of saved prompts', () => {
  const cards = async (actor: Actor) => {
    const { prompts } = await readLibrary(services, actor, libraryQuerySchema.parse({}));
    return prompts.map(({ preview, variableCount }) => ({ preview, variableCount }));
  };

  it('shows how each text begins and how many variables it has, however the text got there', async () => {
    const actor = await author();
    const content = `Cook {{dish}} for {{guests:number}}. ${'Season it. '.repeat(5_000)}{{wine=red}}`;
    const whole = { preview: content.slice(0, 280), variableCount: 3 };
    const { id } = await save(actor, { content });
    expect(await cards(actor)).toEqual([whole]);
    await update(actor, id, { content: 'Cook a stew.' });
    expect(await cards(actor)).toEqual([{ preview: 'Cook a stew.', variableCount: 0 }]);
    const { content: before } = await getPromptVersion(services, actor, { id, version: 1 });
    await update(actor, id, { content: before });
    expect(await cards(actor)).toEqual([whole]);
    await deletePrompt(services, actor, id);
    await importPrompts(services, actor, {
      name: 'a.json',
      text: JSON.stringify([{ title: 'Soup', content }]),
    });
    expect(await cards(actor)).toEqual([whole]);
    const listed = await listOwnPrompts(services, actor, ownPromptsQuerySchema.parse({}));
    expect(listed.prompts).toMatchObject([{ content }]);
  });

  it('cuts no character in half', async () => {
    const actor = await author();
    await save(actor, { content: `.${'🍲'.repeat(300)}` });
    expect(await cards(actor)).toEqual([{ preview: `.${'🍲'.repeat(279)}`, variableCount: 0 }]);
  });

  it('has one folder where spellings differ in capitals alone, and it holds what was put into either', async () => {
    const actor = await author();
    for (const folder of ['garden', 'Kitchen', 'Garden', '']) await save(actor, { folder });
    const { folders, query, total } = await readLibrary(
      services,
      actor,
      libraryQuerySchema.parse({ folder: 'garden' }),
    );
    expect(folders).toEqual(['Garden', 'Kitchen']);
    expect(query.folder).toBe('Garden');
    expect(total).toBe(2);
  });

  it('shows the last page when one beyond it is asked for', async () => {
    const actor = await author();
    for (let count = 0; count < 13; count += 1) await save(actor);
    const read = (page: number) =>
      readLibrary(services, actor, libraryQuerySchema.parse({ page: String(page) }));
    const { prompts } = await read(2);
    expect(prompts).toHaveLength(1);
    await deletePrompt(services, actor, prompts[0]?.id ?? '');
    const after = await read(2);
    expect(after).toMatchObject({ page: 1, totalPages: 1, total: 12 });
    expect(after.prompts).toHaveLength(12);
  });
});
