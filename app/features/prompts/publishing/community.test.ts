import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { deleteAccount } from '~/features/accounts/index.server';
import { savedPrompts } from '../../../../tests/support/saved-prompts';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { deletePrompt } from '../delete-prompt.server';
import { findPrompt } from '../find-prompt.server';
import { likePrompt } from './like-prompt.server';
import { reportPrompt } from './report-prompt.server';
import { requestReview } from './request-review.server';
import { recordPromptUse } from '../record-prompt-use.server';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

const { author, save, update, community } = savedPrompts(() => services);

describe('the community', () => {
  it('sees what is published, copies it with its origin, and likes it once', async () => {
    const [actor, reader] = [await author(), await author()];
    const { id } = await save(actor, { title: 'Gazpacho', isPublic: true });
    expect(await community(reader, { search: 'gazpacho' })).toEqual(['Gazpacho']);
    const likes = await Promise.all(Array.from({ length: 5 }, () => likePrompt(services, reader, id)));
    expect(likes.every(({ newLikeCount }) => newLikeCount === 1)).toBe(true);
    await expect(likePrompt(services, actor, id)).rejects.toMatchObject({ code: 'own_prompt' });
    const copy = await save(reader, { title: 'Gazpacho', isPublic: true, sourceId: id });
    expect(copy).toMatchObject({ isPublic: false, source: { id, userName: 'Ada Lovelace' } });
    await expect(save(actor, { sourceId: id })).rejects.toThrow(
      'You cannot save your own prompt to your collection',
    );
    expect(await findPrompt(services, reader, id)).toMatchObject({
      isLikedByCurrentUser: true,
      likeCount: 1,
    });
    await update(actor, id, { title: 'Gazpacho', isPublic: false });
    expect(await community(reader, { search: 'gazpacho' })).toEqual([]);
    expect(await findPrompt(services, reader, copy.id)).toMatchObject({ source: null });
  });

  it('is sorted by likes', async () => {
    const [actor, reader] = [await author(), await author()];
    for (const title of ['Quark A', 'Quark B', 'Quark C']) {
      services.pass(1000);
      const { id } = await save(actor, { title, isPublic: true });
      if (title === 'Quark B') await likePrompt(services, reader, id);
    }
    expect(await community(reader, { search: 'quark', sortBy: 'popular' })).toEqual([
      'Quark B',
      'Quark C',
      'Quark A',
    ]);
    expect(await community(reader, { search: 'quark', sortBy: 'oldest' })).toEqual([
      'Quark A',
      'Quark B',
      'Quark C',
    ]);
  });

  it('does not see disallowed language, nor what the checks doubt, until somebody has looked', async () => {
    const actor = await author();
    const profane = await save(actor, { content: 'What the fuck is soup?', isPublic: true });
    expect(profane).toMatchObject({
      isPublic: false,
      isFlagged: true,
      moderationCodes: ['1a'],
      message:
        'Your prompt appears to contain disallowed language. It has been sent for review and remains private.',
    });
    const card = await save(actor, { content: 'Charge 4111 1111 1111 1111', isPublic: true });
    expect(card).toMatchObject({ isPublic: true, isFlagged: true, moderationCodes: ['2a'] });
    expect(await community(actor, { search: 'charge' })).toEqual([]);
    // An edit that says nothing of it, such as a restored version, takes nothing back.
    expect(await update(actor, profane.id, { content: 'What the fuck is stew?' })).toMatchObject({
      moderationState: 'review',
    });
    // Withdrawn before a decision: it leaves the queue.
    expect(await update(actor, card.id, { isPublic: false })).toMatchObject({ isFlagged: false });
    expect(await update(actor, profane.id, { isPublic: true })).toMatchObject({
      isPublic: true,
      isFlagged: false,
    });
  });

  it('hides a prompt that three people reported, each once', async () => {
    const actor = await author();
    const { id } = await save(actor, { title: 'Zabaglione', isPublic: true });
    const readers = [await author(), await author(), await author()];
    const report = (reader: Actor) => reportPrompt(services, reader, { id, code: '3a', note: '' });
    await expect(report(actor)).rejects.toMatchObject({ code: 'own_prompt' });
    for (const reader of readers.slice(0, 2)) await report(reader);
    await expect(report(readers[0] ?? actor)).rejects.toMatchObject({ code: 'already_reported' });
    expect(await community(actor, { search: 'zabaglione' })).toEqual(['Zabaglione']);
    await report(readers[2] ?? actor);
    expect(await community(actor, { search: 'zabaglione' })).toEqual([]);
    expect(await findPrompt(services, actor, id)).toMatchObject({
      moderationState: 'reported',
      moderationCodes: ['3a', '5a'],
    });
    expect(await requestReview(services, actor, { id, reason: 'It is a dessert.' })).toMatchObject({
      moderationState: 'appealed',
    });
    await expect(requestReview(services, actor, { id, reason: '' })).rejects.toMatchObject({
      code: 'already_appealed',
    });
  });
});

describe('the audit log', () => {
  it('says who published, reported, appealed, took back and deleted a prompt, without its text', async () => {
    const [actor, reader] = [await author(), await author()];
    const { id } = await save(actor, { title: 'Goulash', isPublic: true });
    await update(actor, id, { title: 'Goulash', content: 'Cook goulash.' });
    await reportPrompt(services, reader, { id, code: '3a', note: 'Bland' });
    await update(actor, id, { title: 'Goulash', isPublic: false });
    await requestReview(services, actor, { id, reason: 'Please' });
    await deletePrompt(services, actor, id);
    const events = await services.prisma.auditEvent.findMany({ where: { subject: id } });
    expect(events.map(({ action, actorId }) => [action, actorId === reader.userId]).sort()).toEqual([
      ['prompt.deleted', false],
      ['prompt.published', false],
      ['prompt.reported', true],
      ['prompt.review-requested', false],
      ['prompt.unpublished', false],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/goulash|bland|please/i);
  });
});

describe('a use of a prompt', () => {
  const made = (promptId: string, operationKey: string, costUsd: number) => ({
    promptId,
    operationKey,
    costUsd,
  });

  it('is a request that was made from it, once, and costs its author what their own requests did', async () => {
    const [actor, reader] = [await author(), await author()];
    const { id } = await save(actor, { title: 'Ramen', isPublic: true });
    await recordPromptUse(services, actor, made(id, 'request-1', 0.002));
    await recordPromptUse(services, actor, made(id, 'request-1', 0.002));
    await recordPromptUse(services, actor, made(id, 'request-2', 0.004));
    await recordPromptUse(services, reader, made(id, 'request-1', 5));
    const seen = await findPrompt(services, actor, id);
    expect(seen).toMatchObject({ useCount: 3, averageCostMicroUsd: 3000 });
    expect(seen.lastUsedDate).not.toBeNull();
    expect(await findPrompt(services, reader, id)).toMatchObject({ useCount: 3, averageCostMicroUsd: null });
  });

  it('is none where the prompt is gone, or not to be seen', async () => {
    const [actor, stranger] = [await author(), await author()];
    const { id } = await save(actor);
    await recordPromptUse(services, stranger, made(id, 'request-3', 1));
    await recordPromptUse(services, actor, made('no-such-prompt', 'request-4', 1));
    expect(await findPrompt(services, actor, id)).toMatchObject({ useCount: 0 });
    expect(await services.prisma.promptCharge.count({ where: { promptId: id } })).toBe(0);
  });

  it('stays counted when who made it deletes their account, and nothing says who it was', async () => {
    const [actor, reader] = [await author(), await author()];
    const { id } = await save(actor, { title: 'Pho', isPublic: true });
    await recordPromptUse(services, reader, made(id, 'request-5', 1));
    await deleteAccount(services, reader, undefined);
    expect(await findPrompt(services, actor, id)).toMatchObject({ useCount: 1 });
    expect(await services.prisma.promptCharge.count({ where: { userId: reader.userId } })).toBe(0);
  });
});

it('the account’s export has what requests made from a prompt cost', async () => {
  const actor = await author();
  const { id: promptId } = await save(actor);
  const { userId } = actor;
  const charge = { promptId, userId, operationKey: 'a-request' };
  await services.prisma.promptCharge.create({ data: { ...charge, cost: 1234n } });
  for (const part of services.personalData) {
    for await (const { name, content } of part.exportFiles(userId)) {
      if (name !== 'prompt-charges.json') continue;
      let text = '';
      for await (const piece of content) text += String(piece);
      expect(JSON.parse(text)).toEqual([{ ...charge, costMicroUsd: 1234 }]);
    }
  }
  expect.assertions(1);
});

describe('deleting an account', () => {
  it('takes its likes and reports with it', async () => {
    const [actor, reader] = [await author(), await author()];
    const { id } = await save(actor, { title: 'Biryani', isPublic: true });
    await likePrompt(services, reader, id);
    await reportPrompt(services, reader, { id, code: '3a', note: 'Too spicy' });
    await deleteAccount(services, reader, undefined);
    expect(await findPrompt(services, actor, id)).toMatchObject({ likeCount: 0 });
    expect(await services.prisma.promptReport.count({ where: { promptId: id } })).toBe(0);
  });

  it('takes many likes some at a time, so that others wait for few of them @soak', async () => {
    const [actor, reader] = [await author(), await author()];
    const { userId } = reader;
    const ids = await Promise.all(Array.from({ length: 150 }, async () => (await save(actor)).id));
    const at = new Date(services.clock());
    await services.prisma.promptLike.createMany({ data: ids.map((promptId) => ({ promptId, userId, at })) });
    const deletion = deleteAccount(services, reader, undefined);
    const seen = new Set<number>();
    while (!seen.has(0)) seen.add(await services.prisma.promptLike.count({ where: { userId } }));
    await deletion;
    expect([...seen]).toEqual([150, 50, 0]);
  });
});
