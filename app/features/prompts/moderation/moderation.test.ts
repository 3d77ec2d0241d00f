import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { findPrompt } from '../find-prompt.server';
import type { ModerationState } from '../moderation-codes';
import { likePrompt } from '../publishing/like-prompt.server';
import { requestReview } from '../publishing/request-review.server';
import { savePrompt } from '../save-prompt.server';
import { savePromptSchema, updatePromptSchema } from '../schema';
import { updatePrompt } from '../update-prompt.server';
import { decidePrompt, flagPrompt, noteOnPrompt, toggleFlag } from './decide-prompt.server';
import { listFlagged, readFlagged, readModerationPage } from './list-flagged.server';
import { flaggedQuerySchema, moderationAddressSchema } from './schema';

let services: TestServices;
let admin: Actor;
let author: Actor;
beforeAll(async () => {
  services = testServices();
  ({ actor: admin } = await services.signUp({ roles: ['admin'], firstName: 'Root' }));
  ({ actor: author } = await services.signUp({ roles: ['teamuser'] }));
});
afterAll(() => services.close());

const publish = (more: object = {}) =>
  savePrompt(
    services,
    author,
    savePromptSchema.parse({ title: 'Letter', content: 'Write a fucking letter.', isPublic: true, ...more }),
  );
const decide = (
  id: string,
  decision: 'approve' | 'reject',
  more: { version?: number; moderationState?: ModerationState } = {},
) =>
  decidePrompt(services, admin, {
    id,
    decision,
    version: 1,
    moderationCodes: decision === 'reject' ? ['1a'] : [],
    moderationNotes: decision === 'reject' ? 'Please mind your language.' : '',
    ...more,
  });
const flagged = (query: object = {}) => listFlagged(services, flaggedQuerySchema.parse(query));

describe('a list of flagged prompts', () => {
  it('has the beginnings of long texts; each is read whole on its own', async () => {
    const content = `Write a fucking letter. ${'And another one. '.repeat(1_000)}`.trim();
    const { id } = await publish({ content });
    const listed = (await flagged()).prompts.find((prompt) => prompt.id === id);
    expect(listed?.content).toBe(content.slice(0, 160));
    expect(await readFlagged(services, id)).toMatchObject({ content });
    await expect(readFlagged(services, 'nobody’s')).rejects.toMatchObject({ code: 'no_such_prompt' });
  });
});

describe('a decision', () => {
  it('publishes what its author wanted published, and tells them', async () => {
    const { id } = await publish();
    expect((await flagged({ queue: 'open', code: '1a' })).prompts.map((prompt) => prompt.id)).toContain(id);
    expect(await decide(id, 'approve')).toMatchObject({ isPublic: true, isFlagged: false });
    expect((await services.mails()).at(-1)).toMatchObject({ subject: 'Your prompt was approved' });
    expect((await flagged({ queue: 'open' })).prompts.map((prompt) => prompt.id)).not.toContain(id);
    const { actor: reader } = await services.signUp();
    expect(await likePrompt(services, reader, id)).toMatchObject({ newLikeCount: 1 });
  });

  it('against it keeps it private, with its reasons for the author, until an appeal is decided', async () => {
    const { id, ...prompt } = await publish();
    services.pass(1000);
    await decide(id, 'reject');
    services.pass(1000);
    expect((await services.mails()).at(-1)?.text).toContain('Please mind your language.');
    expect(await findPrompt(services, author, id)).toMatchObject({
      isPublic: false,
      moderationState: 'rejected',
      moderationCodes: ['1a'],
      moderationNotes: 'Please mind your language.',
    });
    const again = updatePromptSchema.parse({
      title: prompt.title,
      content: 'Write a letter.',
      isPublic: true,
    });
    const unchanged = { ...again, content: prompt.content };
    await expect(updatePrompt(services, author, { id, ...unchanged })).resolves.toMatchObject({
      moderationState: 'review',
    });
    services.pass(1000);
    await decide(id, 'reject');
    services.pass(1000);
    expect(await requestReview(services, author, { id, reason: 'It is a quotation.' })).toMatchObject({
      moderationState: 'appealed',
    });
    const { open } = await readModerationPage(services, admin, moderationAddressSchema.parse({ id }));
    expect(open).toMatchObject({
      prompt: { authorNote: 'It is a quotation.', moderationState: 'appealed' },
      history: [
        { action: 'prompt.appealed' },
        { action: 'prompt.rejected' },
        { action: 'prompt.review-requested' },
        { action: 'prompt.rejected' },
        { action: 'prompt.review-requested' },
      ],
    });
    expect(await decide(id, 'approve')).toMatchObject({ isPublic: true, moderationState: 'clear' });
  });

  it('against it holds until a moderator looks at an edit, whenever its author publishes that', async () => {
    const { id } = await publish();
    services.pass(1000);
    await decide(id, 'reject');
    services.pass(1000);
    const save = (content: string, isPublic: boolean) =>
      updatePrompt(services, author, {
        id,
        ...updatePromptSchema.parse({ title: 'Letter', content, isPublic }),
      });
    // Changed first, and published afterward.
    expect(await save('Write a letter.', false)).toMatchObject({ moderationState: 'rejected' });
    services.pass(1000);
    const pending = { isPublic: false, moderationState: 'review' };
    expect(await save('Write a letter.', true)).toMatchObject(pending);
    // Neither a second request nor withdrawing it for a moment replaces the decision.
    expect(await save('Write a letter.', true)).toMatchObject(pending);
    expect(await save('Write a letter.', false)).toMatchObject({ moderationState: 'rejected' });
    expect(await save('Write a letter.', true)).toMatchObject(pending);

    await decide(id, 'reject', { version: 2 });
    services.pass(1000);
    await expect(save('Write a letter.', true)).rejects.toMatchObject({ code: 'prompt_not_approved' });
    await save('Write a short letter.', true);
    services.pass(1000);
    await decide(id, 'approve', { version: 3 });
    expect(await save('Write a kind letter.', true)).toMatchObject({
      isPublic: true,
      moderationState: 'clear',
    });
  });

  it('against it, once taken back, publishes nothing that its author had made private meanwhile', async () => {
    const { id } = await publish({ content: 'Write a letter.' });
    await toggleFlag(services, admin, id);
    const kept = updatePromptSchema.parse({ title: 'Letter', content: 'Write a letter.', isPublic: false });
    await updatePrompt(services, author, { id, ...kept });
    await decide(id, 'reject');
    expect(await decide(id, 'approve')).toMatchObject({ isPublic: false, moderationState: 'clear' });
  });

  it('is not made about a text that the author has changed since', async () => {
    const { id } = await publish();
    const edit = updatePromptSchema.parse({
      title: 'Letter',
      content: 'Another fucking letter',
      isPublic: true,
    });
    await updatePrompt(services, author, { id, ...edit });
    await expect(decide(id, 'approve')).rejects.toMatchObject({ code: 'prompt_changed' });
    expect(await decide(id, 'approve', { version: 2 })).toMatchObject({ isPublic: true });
  });
});

describe('two moderators with the same queue', () => {
  it('decide about a prompt once: the second is told of the first', async () => {
    const { id } = await publish();
    await decide(id, 'reject', { moderationState: 'review' });
    await expect(decide(id, 'approve', { moderationState: 'review' })).rejects.toMatchObject({
      code: 'prompt_decided',
    });
    expect(await readFlagged(services, id)).toMatchObject({ moderationState: 'rejected', isPublic: false });
  });

  it('flag a prompt once: the second flag does not show it again', async () => {
    const { id } = await publish({ content: 'Write a letter.' });
    await flagPrompt(services, admin, id);
    await expect(flagPrompt(services, admin, id)).rejects.toMatchObject({ code: 'already_hidden' });
    expect(await readFlagged(services, id)).toMatchObject({ moderationState: 'flagged' });
  });
});

describe('an administrator', () => {
  it('reads no prompt that its author keeps private, unless it is flagged, which is written down', async () => {
    const { id } = await publish({ content: 'Write to my lawyer.', isPublic: false });
    await expect(readFlagged(services, id)).rejects.toMatchObject({ code: 'no_such_prompt' });
    const address = moderationAddressSchema.parse({ id });
    expect((await readModerationPage(services, admin, address)).open).toBeNull();

    await toggleFlag(services, admin, id);
    expect(await readFlagged(services, id)).toMatchObject({ content: 'Write to my lawyer.' });
    expect((await readModerationPage(services, admin, address)).open).toMatchObject({
      history: [{ action: 'prompt.flagged' }],
    });
  });

  it('flags and clears any public prompt, and notes what is wrong, all of it written down', async () => {
    const { id } = await publish({ content: 'Write a letter.' });
    expect(await toggleFlag(services, admin, id)).toMatchObject({
      moderationState: 'flagged',
      isFlagged: true,
    });
    await noteOnPrompt(services, admin, { id, moderationCodes: ['3a'], moderationNotes: 'Looks like spam.' });
    expect(await findPrompt(services, author, id)).toMatchObject({ moderationCodes: ['3a'] });
    expect(await toggleFlag(services, admin, id)).toMatchObject({ moderationState: 'clear', isPublic: true });
    const events = await services.prisma.auditEvent.findMany({
      where: { subject: id },
      orderBy: { at: 'asc' },
    });
    expect(events.map(({ action }) => action).sort()).toEqual([
      'prompt.approved',
      'prompt.flagged',
      'prompt.noted',
      'prompt.published',
    ]);
    await expect(toggleFlag(services, admin, 'nobody')).rejects.toMatchObject({ code: 'no_such_prompt' });
  });

  it('goes through the flagged list by pages and since when', async () => {
    services.pass(86_400_000);
    const since = new Date(services.clock()).toISOString();
    for (let count = 0; count < 3; count += 1) {
      services.pass(1000);
      await publish();
    }
    expect(await flagged({ since, pageSize: 2 })).toMatchObject({ total: 3, totalPages: 2 });
    expect((await flagged({ since, pageSize: 2, page: 2 })).prompts).toHaveLength(1);
    expect((await flagged({ since, code: '2a' })).total).toBe(0);
    expect((await flagged({ since: since.slice(0, 'YYYY-MM-DD'.length) })).total).toBeGreaterThanOrEqual(3);
    const { open, prompts } = await readModerationPage(
      services,
      admin,
      moderationAddressSchema.parse({ id: 'last' }),
    );
    expect(open?.prompt.id).toBe(prompts.at(-1)?.id);
  });
});
