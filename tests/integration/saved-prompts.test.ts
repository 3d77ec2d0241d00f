import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeptPrompt, SavedPrompt } from '../../app/features/prompts/answers';
import type { PayingServer } from '../support/paying-server';
import { registerPerson } from '../support/people';
import { scriptlessBrowser } from '../support/scriptless-browser';
import { makeUserWithRole } from '../support/users-with-roles';
import { apiOf, signInByApi } from '../support/server';
import { sharePayingServer } from '../support/shared-server';

// What happens to saved prompts when requests meet, and what bad input comes to, over HTTP. The rules are tested beside
// app/features/prompts.

let paying: PayingServer;
let author: ReturnType<typeof apiOf>;
let reader: ReturnType<typeof apiOf>;
beforeAll(async () => {
  paying = await sharePayingServer();
  const { server } = paying;
  // With a role that may save more than twelve.
  author = apiOf(server.origin, (await makeUserWithRole(server, 'teamuser')).token);
  reader = apiOf(server.origin, await signInByApi(server.origin, await registerPerson(server)));
});
afterAll(() => paying.close());

async function save(more: object = {}): Promise<KeptPrompt> {
  const prompt = { title: 'Moss', content: 'Describe moss.', ...more };
  const { status, body } = await author<KeptPrompt>('POST', '/api/savedprompts', prompt);
  expect(status).toBe(201);
  return body;
}
const addressOf = ({ id }: { id: string }, rest = '') => `/api/savedprompts/${id}${rest}`;

it('counts a like once that was sent fifty times at once', async () => {
  const prompt = await save({ isPublic: true });
  const likes = await Promise.all(
    Array.from({ length: 50 }, () => reader<{ newLikeCount: number }>('POST', addressOf(prompt, '/like'))),
  );
  expect(new Set(likes.map(({ status, body }) => `${String(status)} ${String(body.newLikeCount)}`))).toEqual(
    new Set(['200 1']),
  );
  expect(await reader<SavedPrompt>('GET', addressOf(prompt))).toMatchObject({
    body: { likeCount: 1, isLikedByCurrentUser: true },
  });
});

it('stays hidden when two moderators flag it in the same moment, and the call without a body toggles', async () => {
  const flag = (prompt: KeptPrompt, body?: object) =>
    paying.api('POST', `/api/admin/moderation/prompts/${prompt.id}/toggle-flag`, body);
  const prompt = await save({ isPublic: true });
  const flags = await Promise.all([flag(prompt, { isFlagged: true }), flag(prompt, { isFlagged: true })]);
  expect(flags.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(flags.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'already_hidden' });
  expect((await author<SavedPrompt>('GET', addressOf(prompt))).body.moderationState).toBe('flagged');
  expect((await flag(prompt)).body).toMatchObject({ moderationState: 'clear' });
  expect((await flag(prompt)).body).toMatchObject({ moderationState: 'flagged' });
});

describe('a request that was made from a saved prompt', () => {
  const complete = (api: typeof author, savedPromptId: string, key: string) =>
    api(
      'POST',
      '/api/ai/complete',
      { provider: 'demo', model: 'demo', prompt: 'Describe moss.', savedPromptId },
      { 'X-Idempotency-Key': key },
    );

  it('counts as a use, once however often it is sent, and so does the same key said again', async () => {
    const prompt = await save();
    for (const key of ['moss-request-1', 'moss-request-1', 'moss-request-2'])
      expect(await complete(author, prompt.id, key)).toMatchObject({ status: 200 });
    await author('POST', addressOf(prompt, '/use'), { operationKey: 'moss-request-2' });
    const seen = await author<SavedPrompt>('GET', addressOf(prompt));
    expect(seen.body).toMatchObject({ useCount: 2, averageCostMicroUsd: 0 });
    expect(seen.body.lastUsedDate).not.toBeNull();
  });

  it('is answered all the same when the prompt is another person’s or gone, and counts nowhere', async () => {
    const prompt = await save();
    expect(await complete(reader, prompt.id, 'moss-request-3')).toMatchObject({ status: 200 });
    expect((await author<SavedPrompt>('GET', addressOf(prompt))).body.useCount).toBe(0);
    await author('DELETE', addressOf(prompt));
    expect(await complete(author, prompt.id, 'moss-request-4')).toMatchObject({ status: 200 });
  });
});

it('leaves nothing of a prompt that was published and deleted at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const prompt = await save({ title: `Lichen ${String(round)}` });
    const [published, deleted] = await Promise.all([
      author('PUT', addressOf(prompt), { ...prompt, isPublic: true }),
      author('DELETE', addressOf(prompt)),
    ]);
    expect([200, 404]).toContain(published.status);
    expect(deleted.status).toBe(204);
    expect((await author('GET', addressOf(prompt))).status).toBe(404);
  }
  const found = await reader<{ total: number }>('GET', '/api/savedprompts/community?search=lichen');
  expect(found.body.total).toBe(0);
});

it('saves one of two edits that began with the same version, and gives both texts to the other', async () => {
  const prompt = await save();
  const edits = await Promise.all(
    ['Draw moss.', 'Paint moss.'].map((content) =>
      author('PUT', addressOf(prompt), { ...prompt, content, baseVersion: 1 }),
    ),
  );
  expect(edits.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = edits.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'prompt_changed', current: { version: 2 }, yours: {} });
});

it('says why there are no team prompts to somebody without a seat, instead of how to share one', async () => {
  const browser = scriptlessBrowser(paying.server.origin);
  await browser.open('/login', { intent: 'sign-in', ...(await registerPerson(paying.server)) });
  const { text } = await browser.open('/saved-prompts?tab=team');
  expect(text).toContain('while you have a seat and its plan is active');
  expect(text).not.toContain('Share with team');
});

describe('bad input', () => {
  it.each([
    ['a title of 10,000 characters', { title: 'a'.repeat(10_000) }, 'A title can have up to 160 characters.'],
    ['an empty prompt', { content: ' ' }, 'No prompt to save!'],
    ['tags without end', { tags: Array.from({ length: 21 }, String) }, 'A prompt can have up to 20 tags.'],
  ])('%s is refused with a sentence', async (_what, wrong, message) => {
    const body = { title: 'Moss', content: 'Describe moss.', ...wrong };
    expect(await author('POST', '/api/savedprompts', body)).toMatchObject({ status: 400, body: { message } });
  });

  it.each([
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/like'],
    ['POST', '/use'],
    ['POST', '/report'],
    ['POST', '/render'],
    ['POST', '/request-review'],
    ['GET', '/versions'],
    ['GET', '/versions/1'],
  ] as const)('another person’s private prompt does not exist for %s %s', async (method, rest) => {
    const prompt = await save();
    const body = method === 'PUT' ? prompt : rest === '/report' ? { code: '3a' } : {};
    expect(await reader(method, addressOf(prompt, rest), method === 'GET' ? undefined : body)).toMatchObject({
      status: 404,
      body: { code: 'no_such_prompt' },
    });
    expect((await author('GET', addressOf(prompt))).status).toBe(200);
  });

  it('a file of 50 MB is refused before it is read, and a broken one in words @soak', async () => {
    const text = 'a'.repeat(50 * 1024 * 1024);
    const huge = await author('POST', '/api/savedprompts/import', { name: 'a.json', text }).catch(
      () => undefined,
    );
    // The server may close the connection while the rest of the body is still on its way.
    if (huge) expect(huge.status).toBe(413);
    expect(
      await author('POST', '/api/savedprompts/import', { name: 'a.json', text: '[{"title":' }),
    ).toMatchObject({
      status: 400,
      body: { code: 'unreadable_file', message: 'This file is not valid JSON.' },
    });
  });

  it.each(['"', "' OR 1=1 --", 'title:moss NOT (', '* AND "x', '%_%', '\u0000', '🍄'])(
    'a search for %s finds what it finds, and breaks nothing',
    async (search) => {
      for (const list of ['my-prompts', 'community']) {
        const { status } = await author(
          'GET',
          `/api/savedprompts/${list}?${new URLSearchParams({ search }).toString()}`,
        );
        expect(status).toBe(200);
      }
    },
  );

  it('markup is kept as the text it is', async () => {
    const text = '<script>alert(1)</script> & <b>"moss"</b>';
    const prompt = await save({ title: text, description: text, content: text });
    expect(prompt).toMatchObject({ title: text, description: text, content: text });
  });

  it('values for variables that do not fit are named', async () => {
    const prompt = await save({ content: 'A {{tone:select(warm, cool)}} note to {{name}}' });
    const render = (values: object) => author('POST', addressOf(prompt, '/render'), { values });
    expect(await render({ tone: 'hot' })).toMatchObject({
      status: 400,
      body: { code: 'missing_values', errors: ['tone: Choose one of the options.', 'name: Enter a value.'] },
    });
    expect(await render({ tone: 'warm', name: 'Ada' })).toMatchObject({
      status: 200,
      body: { text: 'A warm note to Ada' },
    });
  });
});
