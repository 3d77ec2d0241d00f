import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { seedContent } from '~/features/generator/index.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { recordGeneratedPrompt } from './record-generated-prompt.server';
import { savePrompt } from './save-prompt.server';
import { generatedPromptSchema, savePromptSchema } from './schema';

let services: TestServices;
let categoryId: number;
beforeAll(async () => {
  services = testServices();
  await seedContent(services.prisma, {
    version: '1',
    files: () => [{ key: 'cooking', name: 'Cooking', sortOrder: 10, pairs: [], purposes: [], topics: [] }],
  });
  categoryId = (await services.content.categories())[0]?.id ?? 0;
});
afterAll(() => services.close());

const save = (actor: Actor, more: object = {}) =>
  savePrompt(services, actor, savePromptSchema.parse({ title: 'Soup', content: 'Cook a soup.', ...more }));

async function exportOf({ userId }: Actor): Promise<Record<string, unknown[]>> {
  const files: Record<string, unknown[]> = {};
  for (const part of services.personalData) {
    for await (const { name, content } of part.exportFiles(userId)) {
      let text = '';
      for await (const piece of content) text += String(piece);
      if (name.endsWith('-prompts.json')) files[name] = JSON.parse(text) as unknown[];
    }
  }
  return files;
}

describe('saving a prompt', () => {
  it('keeps it with what it was built from', async () => {
    const { actor } = await services.signUp();
    expect(await save(actor, { categoryId, rawTopic: ' soup ', tags: ['dinner'] })).toMatchObject({
      userId: actor.userId,
      title: 'Soup',
      content: 'Cook a soup.',
      description: '',
      categoryId,
      topicId: null,
      rawTopic: 'soup',
      aiModelId: 0,
      tags: ['dinner'],
    });
  });

  it('stops at twelve on the free plan, also when two come at once', async () => {
    const { actor } = await services.signUp();
    for (let count = 0; count < 11; count += 1) await save(actor);
    const results = await Promise.allSettled([save(actor), save(actor)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(save(actor)).rejects.toMatchObject({
      kind: 'payment-required',
      code: 'free_saved_limit',
      message: 'Free plan limit reached: up to 12 saved prompts.',
    });
    expect(await services.prisma.savedPrompt.count({ where: { userId: actor.userId } })).toBe(12);
  });

  it('goes on beyond twelve for others', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    for (let count = 0; count < 13; count += 1) await save(actor);
    expect(await services.prisma.savedPrompt.count({ where: { userId: actor.userId } })).toBe(13);
  });

  it('shares it where its author chose to share new prompts, unless they say otherwise', async () => {
    const { actor } = await services.signUp();
    await services.prisma.userPreferences.upsert({
      where: { userId: actor.userId },
      create: { userId: actor.userId, data: JSON.stringify({ DefaultSavedPromptIsPublic: true }) },
      update: {},
    });
    expect(await save(actor)).toMatchObject({ isPublic: true });
    expect(await save(actor, { isPublic: false })).toMatchObject({ isPublic: false });
    const { actor: other } = await services.signUp();
    expect(await save(other)).toMatchObject({ isPublic: false });
  });

  it('refuses a category that there is not, and keeps nothing', async () => {
    const { actor } = await services.signUp();
    await expect(save(actor, { categoryId: 999 })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'no_such_part',
      field: 'categoryId',
    });
    expect(await services.prisma.savedPrompt.count({ where: { userId: actor.userId } })).toBe(0);
  });

  it('refuses an empty prompt and one without a title, in words', () => {
    const messagesOf = (input: object) =>
      savePromptSchema.safeParse(input).error?.issues.map(({ message }) => message);
    expect(messagesOf({ title: ' ', content: ' \n' })).toEqual([
      'Please enter a title.',
      'No prompt to save!',
    ]);
  });
});

describe('an account’s prompts', () => {
  it('are in its export, page after page, and go with it; others’ stay', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    const { actor: other } = await services.signUp();
    for (let number = 0; number < 60; number += 1) await save(actor, { title: `Soup ${String(number)}` });
    await save(other);
    const record = generatedPromptSchema.parse({ categoryId, userTopic: 'soup', aiModelId: 0 });
    await recordGeneratedPrompt(services, actor, record);

    const files = await exportOf(actor);
    const titles = files['saved-prompts.json']?.map((prompt) => (prompt as { title: string }).title);
    expect(new Set(titles)).toHaveProperty('size', 60);
    expect(titles).toHaveLength(60);
    expect(files['generated-prompts.json']).toMatchObject([{ userTopic: 'soup', categoryId }]);

    for (const part of services.personalData) await part.remove(actor.userId);
    expect(await exportOf(actor)).toEqual({ 'saved-prompts.json': [], 'generated-prompts.json': [] });
    expect((await exportOf(other))['saved-prompts.json']).toHaveLength(1);
  });
});
