import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { listOwnPrompts } from '../list-prompts.server';
import { ownPromptsQuerySchema } from '../list-schema';
import { savePrompt } from '../save-prompt.server';
import { savePromptSchema } from '../schema';
import { exportPrompts } from './export-prompts.server';
import { importPrompts } from './import-prompts.server';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

const PROMPTS = [
  { title: 'Plain', content: 'Do it.', description: 'What for', tags: ['a', 'b c'], folder: 'Work' },
  {
    title: '- a list, "quoted"',
    content: '- one\n- two\r\n=SUM(A1)',
    description: '+1',
    tags: [],
    folder: '',
  },
  { title: 'Indented', content: '\tif a:\n\t\treturn b', description: '', tags: [], folder: '' },
  {
    title: 'Tags of all kinds',
    content: 'Do it.',
    description: '',
    tags: ['tax, 2026', 'a; b', 'the "best" ones', '"quoted"', '5" pipe', '=x, y'],
    folder: '',
  },
  { title: '=cmd', content: "@ada, 'hello'", description: '', tags: ['x'], folder: '' },
];

const own = async ({ userId }: Actor) => {
  const rows = await services.prisma.savedPrompt.findMany({ where: { userId } });
  return rows
    .map(({ title, content, description, tags, folder }) => ({
      title,
      content,
      description,
      tags: JSON.parse(tags) as string[],
      folder,
    }))
    .sort((a, b) => a.title.localeCompare(b.title));
};

const fileOf = (count: number) => ({
  name: 'a.json',
  text: JSON.stringify(
    Array.from({ length: count }, (_, index) => ({ title: `Lesson ${String(index)}`, content: 'Teach.' })),
  ),
});

describe('prompts that are exported and imported again', () => {
  it.each(['json', 'csv'] as const)('are the same as %s', async (format) => {
    const [actor, other] = [(await services.signUp()).actor, (await services.signUp()).actor];
    await importPrompts(services, actor, { name: 'a.json', text: JSON.stringify(PROMPTS) });
    const wanted = await own(actor);
    expect(wanted).toHaveLength(PROMPTS.length);
    const text = await exportPrompts(services, actor, { format }).text();
    expect(await importPrompts(services, other, { name: `a.${format}`, text })).toEqual({
      imported: PROMPTS.length,
      skipped: [],
      duplicates: 0,
    });
    expect(await own(other)).toEqual(wanted);
  });

  it.each(['json', 'csv'] as const)('keep their category, topic and subtopic as %s', async (format) => {
    const [actor, other] = [(await services.signUp()).actor, (await services.signUp()).actor];
    const { prisma } = services;
    const category = await prisma.category.create({ data: { name: `Baking ${format}`, sortOrder: 1 } });
    const topic = await prisma.topic.create({ data: { name: `Bread ${format}` } });
    const subtopic = await prisma.subtopic.create({ data: { name: 'Rye', topicId: topic.id } });
    interface Parts {
      categoryId: number;
      topicId: number | null;
      subtopicId: number | null;
      rawTopic: string;
      rawSubtopic: string;
    }
    const [chosen, typed]: [Parts, Parts] = [
      { categoryId: category.id, topicId: topic.id, subtopicId: subtopic.id, rawTopic: '', rawSubtopic: '' },
      { categoryId: category.id, topicId: null, subtopicId: null, rawTopic: 'Cakes', rawSubtopic: 'Small' },
    ];
    const save = (title: string, parts: Parts) =>
      savePrompt(services, actor, savePromptSchema.parse({ title, content: 'Bake.', ...parts }));
    await save('Chosen', chosen);
    await save('Typed', typed);
    const text = await exportPrompts(services, actor, { format }).text();
    await importPrompts(services, other, { name: `a.${format}`, text });
    const rows = await prisma.savedPrompt.findMany({
      where: { userId: other.userId },
      orderBy: { title: 'asc' },
    });
    expect(rows).toMatchObject([
      { title: 'Chosen', ...chosen },
      { title: 'Typed', ...typed },
    ]);
    // Into a library that already has all of them, and twice in one file.
    expect(await importPrompts(services, actor, { name: `a.${format}`, text })).toEqual({
      imported: 0,
      skipped: [],
      duplicates: 2,
    });
    const twice = JSON.stringify(
      [1, 2, 1].map((each) => ({ title: `New ${String(each)}`, content: 'Mix.' })),
    );
    expect(await importPrompts(services, actor, { name: 'b.json', text: twice })).toMatchObject({
      imported: 2,
      duplicates: 1,
    });
  });

  it('may be more than a thousand @soak', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    const { actor: other } = await services.signUp({ roles: ['teamuser'] });
    await importPrompts(services, actor, fileOf(1_200));
    const text = await exportPrompts(services, actor, { format: 'csv' }).text();
    expect(await importPrompts(services, other, { name: 'a.csv', text })).toMatchObject({ imported: 1_200 });
    expect(await own(other)).toEqual(await own(actor));
  });

  it('leave nothing behind where one of them cannot be kept', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    services.connection.exec(`CREATE TRIGGER full_disk BEFORE INSERT ON saved_prompt
      WHEN NEW.title = 'Lesson 299' BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    await expect(importPrompts(services, actor, fileOf(300))).rejects.toThrow();
    services.connection.exec('DROP TRIGGER full_disk');
    expect(await own(actor)).toEqual([]);
  });

  it('are said to be there in part where they cannot be taken back, and the rest is added with the same key', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    services.connection.exec(`CREATE TRIGGER full_disk BEFORE INSERT ON saved_prompt
      WHEN NEW.title = 'Lesson 299' BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    services.connection.exec(`CREATE TRIGGER no_room_either BEFORE DELETE ON saved_prompt
      BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    await expect(importPrompts(services, actor, fileOf(300), 'key')).rejects.toMatchObject({
      code: 'import_incomplete',
      message:
        'The server couldn’t finish: 200 of 300 prompts were imported. Try again later to add the rest.',
    });
    services.connection.exec('DROP TRIGGER full_disk; DROP TRIGGER no_room_either');
    expect(await importPrompts(services, actor, fileOf(300), 'key')).toMatchObject({ imported: 300 });
    expect(await own(actor)).toHaveLength(300);
  });

  it('are added once with one key, also where the first import broke off in the middle', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    const file = fileOf(250);
    const both = [importPrompts(services, actor, file, 'key'), importPrompts(services, actor, file, 'key')];
    expect(await Promise.all(both)).toMatchObject([{ imported: 250 }, { imported: 250 }]);
    await services.prisma.savedPrompt.deleteMany({ where: { userId: actor.userId, title: 'Lesson 200' } });
    expect(await importPrompts(services, actor, file, 'key')).toMatchObject({ imported: 250 });
    expect(await own(actor)).toHaveLength(250);
    expect(await importPrompts(services, actor, file, 'another key')).toMatchObject({
      imported: 0,
      duplicates: 250,
    });
    expect(await own(actor)).toHaveLength(250);
  });

  it('stand in the order of their file', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    const lessons = Array.from({ length: 40 }, (_, index) => `Lesson ${String(index + 1)}`);
    const text = JSON.stringify(lessons.map((title) => ({ title, content: 'Teach.' })));
    await importPrompts(services, actor, { name: 'a.json', text });
    const query = ownPromptsQuerySchema.parse({ sortBy: 'oldest', pageSize: 40 });
    const { prompts } = await listOwnPrompts(services, actor, query);
    expect(prompts.map(({ title }) => title)).toEqual(lessons);
  });

  it('are private, whatever the file or a preference says', async () => {
    const { actor } = await services.signUp();
    await services.prisma.userPreferences.create({
      data: { userId: actor.userId, data: JSON.stringify({ DefaultSavedPromptIsPublic: true }) },
    });
    const text = JSON.stringify([{ title: 'A', content: 'Do a.', isPublic: true }]);
    await importPrompts(services, actor, { name: 'a.json', text });
    expect(await services.prisma.savedPrompt.count({ where: { userId: actor.userId, isPublic: true } })).toBe(
      0,
    );
  });

  it('are added all or not at all where the plan has no room for them', async () => {
    const { actor } = await services.signUp();
    const text = JSON.stringify(
      Array.from({ length: 13 }, (_, index) => ({ title: `A ${String(index)}`, content: 'Do a.' })),
    );
    await expect(importPrompts(services, actor, { name: 'a.json', text })).rejects.toMatchObject({
      code: 'free_saved_limit',
    });
    expect(await own(actor)).toEqual([]);
  });
});
