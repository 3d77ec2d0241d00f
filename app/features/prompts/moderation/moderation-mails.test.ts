import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import {
  decidePrompt,
  reportPrompt,
  savePrompt,
  savePromptSchema,
  toggleFlag,
  updatePrompt,
  updatePromptSchema,
} from '../index.server';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { sendDueMails } from '~/features/mails/index.server';

let services: TestServices;
let admin: Actor;
let author: Actor;
let id: string;
/** Mails before the test. */
let before: number;
beforeAll(async () => {
  services = testServices();
  ({ actor: admin } = await services.signUp({ roles: ['admin'] }));
});
beforeEach(async () => {
  ({ actor: author } = await services.signUp());
  const content = 'How is jam made?';
  ({ id } = await savePrompt(
    services,
    author,
    savePromptSchema.parse({ title: 'Jam', content, isPublic: true }),
  ));
  before = (await services.mails()).length;
});
afterAll(() => services.close());

const mails = async () => (await services.mails()).slice(before);
const subjects = async () => (await mails()).map(({ subject }) => subject);
const toggle = async () => {
  services.pass(1000); // mails are told apart by when they were written
  await toggleFlag(services, admin, id);
};
const decide = async (decision: 'approve' | 'reject', moderationNotes = '') => {
  services.pass(1000);
  await decidePrompt(services, admin, { id, decision, version: 1, moderationCodes: ['3a'], moderationNotes });
};

it('the third report tells the author why the prompt is hidden, once, and names nobody', async () => {
  for (const code of ['3a', '3c', '3c'] as const) {
    expect(await subjects()).toEqual([]);
    const { actor } = await services.signUp();
    await reportPrompt(services, actor, { id, code, note: 'Said by a reader' });
  }
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your prompt is hidden for now');
  expect(mail?.text).toContain(
    'Several people reported your prompt “Jam” (spam or low quality, misleading).',
  );
  expect(mail?.text).toContain('Unsubscribe from moderation updates: ');
  expect(mail?.text).not.toContain('Said by a reader');
  await sendDueMails(services);
  expect(await subjects()).toHaveLength(1);
});

it('a flag tells the author, and so does its end', async () => {
  await toggle();
  expect((await mails()).at(-1)?.text).toContain('A moderator flagged your prompt “Jam”.');
  await toggle();
  expect(await subjects()).toEqual(['Your prompt is hidden for now', 'Your prompt was approved']);
});

it('a flag on a private prompt hides nothing, so nobody is told', async () => {
  const asPrivate = updatePromptSchema.parse({ title: 'Jam', content: 'How?', isPublic: false });
  await updatePrompt(services, author, { id, ...asPrivate });
  await toggle();
  await toggle();
  expect(await subjects()).toEqual([]);
});

it('the same decision twice is told once, another note again', async () => {
  await decide('reject', 'Too short.');
  await decide('reject', 'Too short.');
  expect(await subjects()).toEqual(['Your prompt was not approved']);
  await decide('reject', 'Still too short.');
  expect((await mails()).at(-1)?.text).toContain('The moderator’s note: Still too short.');
});

it('an author who turned these emails off gets none', async () => {
  await services.preferences.change(author.userId, { EmailModeration: false });
  await toggle();
  await decide('reject');
  expect(await subjects()).toEqual([]);
});

it('a mail that could not be sent in time says what is so by then', async () => {
  const { mailer } = services;
  services.mailer = { ...mailer, send: () => Promise.reject(new Error('connection refused')) };
  await toggle();
  await services.background.drain();
  services.mailer = mailer;
  await decide('reject');
  expect(await subjects()).toEqual(['Your prompt was not approved']);
});
