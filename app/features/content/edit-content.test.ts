import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { generatedPromptSchema, recordGeneratedPrompt } from '~/features/prompts/index.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { seedContent } from '~/features/generator/index.server';
import type { SeedFile } from '~/features/generator/content/seed-schema';
import { saveCategory, savePair, savePurpose } from './edit-category.server';
import { saveTopic } from './edit-topics.server';
import { categoryFormSchema, topicFormSchema } from './forms';
import { readCategories, readCategory, readTopics } from './read-content.server';

const FILE: SeedFile = {
  key: 'cooking',
  name: 'Cooking',
  sortOrder: 10,
  pairs: ['soup', 'bread'].map((key) => ({
    key,
    style: { name: `Style of ${key}`, text: `How to make ${key}` },
    outcome: { name: `Outcome of ${key}`, text: `The ${key}` },
  })),
  purposes: [{ key: 'cook', name: 'Cook', description: 'Something to eat.', pair: 'bread' }],
  topics: [{ name: 'tomatoes', subtopics: ['ripe ones', 'green ones'] }],
};
const PAIR = {
  styleName: 'Baker',
  styleText: 'Bake.',
  outcomeName: 'Cake',
  outcomeText: 'A cake.',
  isActive: true,
};

let services: TestServices;
let root: Actor;
let id: number;
beforeEach(async () => {
  services = testServices();
  await seedContent(services.prisma, { version: '1', files: () => [FILE] });
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
  id = (await services.content.categories())[0]?.id ?? 0;
  return () => services.close();
});

const pairNames = async () => (await readCategory(services, id)).pairs.map(({ styleName }) => styleName);

describe('a category', () => {
  it('is added, renamed and hidden, and people see it at once', async () => {
    await saveCategory(services, root, { name: 'Gardening', sortOrder: 5, isActive: true });
    expect((await services.content.categories()).map(({ name }) => name)).toEqual(['Gardening', 'Cooking']);
    await saveCategory(services, root, { id, name: 'Kitchen', sortOrder: 10, isActive: false });
    expect((await services.content.categories()).map(({ name }) => name)).toEqual(['Gardening']);
    expect((await readCategories(services)).categories).toMatchObject([
      { name: 'Gardening', pairs: 0, isActive: true },
      { name: 'Kitchen', pairs: 2, purposes: 1, isActive: false, isEdited: true },
    ]);
  });

  it.each([1e20, -1e20, 1.5, -1, 100_001])(
    'has no order of %d, and is told so in one sentence',
    (sortOrder) => {
      const { error } = categoryFormSchema.safeParse({ name: 'Gardening', sortOrder });
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'Enter a whole number from 0 to 100,000.',
      ]);
    },
  );

  it('keeps its name to itself, and must exist', async () => {
    const same = { name: 'COOKING', sortOrder: 5, isActive: true };
    await expect(saveCategory(services, root, same)).rejects.toMatchObject({
      kind: 'conflict',
      field: 'name',
    });
    await saveCategory(services, root, { ...same, id });
    await expect(saveCategory(services, root, { ...same, name: 'Other', id: 999 })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(readCategory(services, 999)).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('a pair of templates', () => {
  it('is added last, with one sort order for both', async () => {
    await savePair(services, root, { ...PAIR, categoryId: id });
    const [styles, outcomes] = [await services.content.styles(id), await services.content.outcomes(id)];
    expect(styles.at(-1)).toMatchObject({ name: 'Baker', sortOrder: 30, templateText: 'Bake.' });
    expect(outcomes.at(-1)).toMatchObject({ name: 'Cake', sortOrder: 30 });
  });

  it('is changed, and keeps the change when newer content comes', async () => {
    const [soup, bread] = (await readCategory(services, id)).pairs;
    const ids = { styleId: soup?.styleId, outcomeId: soup?.outcomeId };
    await savePair(services, root, { categoryId: id, ...PAIR, ...ids });
    await seedContent(services.prisma, { version: '2', files: () => [FILE] });
    expect(await pairNames()).toEqual(['Baker', 'Style of bread']);
    const mixed = { ...PAIR, styleName: 'Mixed', outcomeName: 'Mixed', styleId: soup?.styleId };
    await expect(
      savePair(services, root, { categoryId: id, ...mixed, outcomeId: bread?.outcomeId }),
    ).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('keeps its names to itself in its category, which must exist', async () => {
    await expect(
      savePair(services, root, { categoryId: id, ...PAIR, styleName: 'style of soup' }),
    ).rejects.toMatchObject({
      field: 'styleName',
    });
    await expect(
      savePair(services, root, { categoryId: id, ...PAIR, outcomeName: 'Outcome of soup' }),
    ).rejects.toMatchObject({
      field: 'outcomeName',
    });
    await expect(savePair(services, root, { ...PAIR, categoryId: 999 })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});

describe('a purpose', () => {
  it('begins with a pair of its category', async () => {
    const [soup] = (await readCategory(services, id)).pairs;
    const purpose = { name: 'Eat soup', description: 'Warm.', isActive: true };
    await savePurpose(services, root, { categoryId: id, ...purpose, styleTemplateId: soup?.styleId ?? 0 });
    expect((await services.content.purposes()).at(-1)).toMatchObject({
      name: 'Eat soup',
      suggestedStyleTemplate: 'Style of soup',
      suggestedOutcomeTemplate: 'Outcome of soup',
    });
    await expect(
      savePurpose(services, root, { categoryId: id, ...purpose, styleTemplateId: 999 }),
    ).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(
      savePurpose(services, root, { categoryId: id, ...purpose, styleTemplateId: soup?.styleId ?? 0 }),
    ).rejects.toMatchObject({ field: 'name' });
  });
});

describe('topics', () => {
  it('are saved with their subtopics; what left the list is hidden, and comes back with it', async () => {
    const [tomatoes] = (await readTopics(services)).topics;
    const save = (subtopics: string) =>
      saveTopic(
        services,
        root,
        topicFormSchema.parse({ id: tomatoes?.id, name: 'tomatoes', subtopics, isApproved: true }),
      );
    await save('ripe ones\n\n yellow ones \nripe ones');
    const listed = async () => (await services.content.subtopics(tomatoes?.id ?? 0)).map(({ name }) => name);
    expect(await listed()).toEqual(['ripe ones', 'yellow ones']);
    await seedContent(services.prisma, { version: '2', files: () => [FILE] });
    services.content.invalidate();
    expect(await listed()).toEqual(['ripe ones', 'yellow ones']);
    await save('green ones');
    expect(await listed()).toEqual(['green ones']);
  });

  it('are suggested by people who use them twice, until they are approved', async () => {
    const { actor } = await services.signUp();
    const use = (rawTopic: string) =>
      recordGeneratedPrompt(services, actor, generatedPromptSchema.parse({ categoryId: null, rawTopic }));
    for (const topic of ['moss', 'moss', 'ferns', 'Tomatoes', 'Tomatoes', '', '']) await use(topic);
    expect((await readTopics(services)).suggested).toEqual([{ name: 'moss', uses: 2 }]);
    await saveTopic(services, root, { name: 'moss', subtopics: [], isApproved: true });
    expect((await readTopics(services)).suggested).toEqual([]);
    // A frequent custom topic that has since become a topic leaves room for those that haven't.
    for (const number of Array.from({ length: 50 }, (_, index) => index)) {
      const name = `topic ${String(number)}`;
      await saveTopic(services, root, { name, subtopics: [], isApproved: true });
      for (const topic of [name, name, name]) await use(topic);
    }
    await use('ferns');
    expect((await readTopics(services)).suggested).toEqual([{ name: 'ferns', uses: 2 }]);
    expect(await services.content.searchTopics('mo')).toMatchObject([{ name: 'moss', isApproved: true }]);
    await expect(
      saveTopic(services, root, { name: 'Moss', subtopics: [], isApproved: true }),
    ).rejects.toMatchObject({ field: 'name' });
  });
});

describe('every change', () => {
  it('is written down with who made it, and one that is refused is not', async () => {
    await saveCategory(services, root, { name: 'Gardening', sortOrder: 5, isActive: true });
    await savePair(services, root, { ...PAIR, categoryId: id });
    const [soup] = (await readCategory(services, id)).pairs;
    const purpose = { name: 'Eat soup', description: 'Warm.', isActive: true };
    await savePurpose(services, root, { ...purpose, categoryId: id, styleTemplateId: soup?.styleId ?? 0 });
    await saveTopic(services, root, { name: 'moss', subtopics: [], isApproved: true });
    await expect(savePair(services, root, { ...PAIR, categoryId: 999 })).rejects.toThrow();
    const events = await services.prisma.auditEvent.findMany({ orderBy: { action: 'asc' } });
    expect(events.map(({ action, subject, actorId }) => [action, subject, actorId === root.userId])).toEqual([
      ['content.category', 'Gardening', true],
      ['content.pair', 'Baker', true],
      ['content.purpose', 'Eat soup', true],
      ['content.topic', 'moss', true],
    ]);
  });
});
