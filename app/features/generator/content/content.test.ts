import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { readSeed, type Seed } from './read-seed.server';
import { seedContent } from './seed-content.server';
import type { SeedFile } from './seed-schema';

const seed = readSeed(path.resolve(import.meta.dirname, '../../../../prisma/seed/content'));
const files = seed.files();
const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

describe('the reference content', () => {
  it('has as much as people need to begin', () => {
    expect(files.length).toBeGreaterThanOrEqual(12);
    expect(files.flatMap(({ purposes }) => purposes).length).toBeGreaterThanOrEqual(24);
    expect(files.flatMap(({ topics }) => topics).length).toBeGreaterThanOrEqual(150);
  });

  it('names nothing twice where it is chosen by its name', () => {
    const keys = files.flatMap(({ key, pairs }) => pairs.map((pair) => `${key}/${pair.key}`));
    expect(repeated(keys)).toEqual([]);
    expect(repeated(files.map(({ name }) => name))).toEqual([]);
    expect(repeated(files.map(({ sortOrder }) => String(sortOrder)))).toEqual([]);
    for (const part of ['style', 'outcome'] as const) {
      const names = files.flatMap(({ key, pairs }) => pairs.map((pair) => `${key}: ${pair[part].name}`));
      expect(repeated(names)).toEqual([]);
    }
    expect(repeated(files.flatMap(({ topics }) => topics.map(({ name }) => name.toLowerCase())))).toEqual([]);
    expect(repeated(files.flatMap(({ purposes }) => purposes.map(({ name }) => name)))).toEqual([]);
    for (const topic of files.flatMap(({ topics }) => topics)) expect(repeated(topic.subtopics)).toEqual([]);
  });

  it.each(files.flatMap((file) => file.pairs.map((pair) => ({ name: `${file.key}/${pair.key}`, ...pair }))))(
    '$name says enough, and nothing that would be sent as it stands',
    ({ style, outcome }) => {
      expect(style.text.length).toBeGreaterThan(250);
      expect(outcome.text.length).toBeGreaterThan(350);
      for (const { text } of [style, outcome]) {
        expect(text).not.toMatch(/\{|\}|lorem|TODO/i);
        expect(text.trim()).toBe(text);
        expect(text).toMatch(/[.!?]$/);
      }
    },
  );

  it('leads to every pair by a purpose, for people who do not know it by its name', () => {
    for (const { name, pairs, purposes } of files) {
      const led = purposes.map(({ pair }) => pair);
      expect(
        pairs.map(({ key }) => key).filter((key) => !led.includes(key)),
        name,
      ).toEqual([]);
    }
  });

  it('says what the model does when what was to be pasted is not there', () => {
    for (const { name, text } of files.flatMap(({ pairs }) => pairs.map(({ style }) => style)))
      if (text.includes('I will paste')) expect(text, name).toMatch(/missing, ask/);
  });

  it('has topics that stand in the middle of a sentence', () => {
    for (const { name, subtopics } of files.flatMap(({ topics }) => topics)) {
      for (const text of [name, ...subtopics]) expect(text).not.toMatch(/[.?!]$/);
    }
  });
});

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
  topics: [
    { name: 'tomato soup', subtopics: ['ripe tomatoes', 'basil'] },
    { name: 'tomatoes', subtopics: [] },
    { name: 'green automation', subtopics: [] },
  ],
};
const seedOf = (version: string, ...contents: SeedFile[]): Seed => ({ version, files: () => contents });

describe('seeding', () => {
  let services: TestServices;
  beforeEach(async () => {
    services = testServices();
    await seedContent(services.prisma, seedOf('1', FILE));
    return () => services.close();
  });

  it('brings everything, each style with its outcome', async () => {
    const [category] = await services.content.categories();
    expect(category?.name).toBe('Cooking');
    const [styles, outcomes] = await Promise.all([
      services.content.styles(category?.id ?? 0),
      services.content.outcomes(category?.id ?? 0),
    ]);
    expect(styles.map(({ name, sortOrder }) => [name, sortOrder])).toEqual([
      ['Style of soup', 10],
      ['Style of bread', 20],
    ]);
    expect(outcomes.map(({ sortOrder }) => sortOrder)).toEqual([10, 20]);
    expect(await services.content.purposes()).toMatchObject([
      {
        suggestedCategory: 'Cooking',
        suggestedStyleTemplate: 'Style of bread',
        suggestedOutcomeTemplate: 'Outcome of bread',
      },
    ]);
  });

  it('does nothing for a version that it has brought before', async () => {
    await services.prisma.category.updateMany({ data: { name: 'Kitchen' } });
    await seedContent(services.prisma, seedOf('1', FILE));
    expect(await services.content.categories()).toMatchObject([{ name: 'Kitchen' }]);
  });

  it('brings a newer version, but for what an administrator has edited', async () => {
    const before = await services.content.categories();
    await services.prisma.styleTemplate.updateMany({
      where: { seedKey: 'cooking/soup' },
      data: { templateText: 'My own soup', isEdited: true },
    });
    const newer = {
      ...FILE,
      name: 'Cooking & baking',
      pairs: FILE.pairs.map((pair) => ({ ...pair, style: { ...pair.style, text: 'New' } })),
    };
    await seedContent(services.prisma, seedOf('2', newer));
    services.content.invalidate();
    const after = await services.content.categories();
    expect(after).toEqual([{ id: before[0]?.id, name: 'Cooking & baking' }]);
    expect(
      (await services.content.styles(after[0]?.id ?? 0)).map(({ templateText }) => templateText),
    ).toEqual(['My own soup', 'New']);
  });

  it('hides what a newer version no longer has, and what begins with it; an administrator’s own stays', async () => {
    const [category] = await services.content.categories();
    await services.prisma.topic.create({ data: { name: 'tomato bread' } });
    const fewer = { ...FILE, pairs: FILE.pairs.slice(0, 1), purposes: [], topics: [] };
    await seedContent(services.prisma, seedOf('2', fewer));
    services.content.invalidate();
    expect(await services.content.styles(category?.id ?? 0)).toHaveLength(1);
    expect(await services.content.purposes()).toEqual([]);
    expect((await services.content.searchTopics('tomato')).map(({ name }) => name)).toEqual(['tomato bread']);
    await seedContent(services.prisma, seedOf('3', FILE));
    services.content.invalidate();
    expect(await services.content.styles(category?.id ?? 0)).toHaveLength(2);
  });

  it('finds topics by their beginnings first, then by words, then anywhere, from two characters on', async () => {
    const names = async (text: string) => (await services.content.searchTopics(text)).map(({ name }) => name);
    expect(await names('TOMATO')).toEqual(['tomato soup', 'tomatoes']);
    expect(await names('to')).toEqual(['tomato soup', 'tomatoes', 'green automation']);
    expect(await names('soup')).toEqual(['tomato soup']);
    expect(await names(' t ')).toEqual([]);
  });

  it('finds the subtopics of one topic', async () => {
    const [soup] = await services.content.searchTopics('tomato soup');
    expect(await services.content.subtopics(soup?.id ?? 0)).toMatchObject([
      { name: 'ripe tomatoes', isApproved: true },
      { name: 'basil' },
    ]);
    expect(await services.content.searchSubtopics(soup?.id ?? 0, 'ba')).toMatchObject([{ name: 'basil' }]);
    expect(await services.content.searchSubtopics(0, 'ba')).toEqual([]);
  });
});

describe('a database that has the reference content', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = testServices();
    await seedContent(services.prisma, seed);
  });
  afterAll(() => services.close());

  it('leads every purpose to a category and its paired templates', async () => {
    const categories = await services.content.categories();
    const purposes = await services.content.purposes();
    expect(purposes).toHaveLength(files.flatMap((file) => file.purposes).length);
    for (const purpose of purposes) {
      const category = categories.find(({ name }) => name === purpose.suggestedCategory);
      const style = (await services.content.styles(category?.id ?? 0)).find(
        ({ name }) => name === purpose.suggestedStyleTemplate,
      );
      const outcome = (await services.content.outcomes(category?.id ?? 0)).find(
        ({ name }) => name === purpose.suggestedOutcomeTemplate,
      );
      expect(style?.sortOrder, purpose.name).toBe(outcome?.sortOrder ?? Number.NaN);
    }
  });
});
