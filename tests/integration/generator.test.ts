import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category, Purpose, Template, Topic } from '../../app/features/generator/content/responses';
import type { SavedPrompt } from '../../app/features/prompts/answers';
import type { PayingServer } from '../support/paying-server';
import { registerPerson } from '../support/people';
import { apiOf, signInByApi } from '../support/server';
import { sharePayingServer } from '../support/shared-server';

// What prompts are built from, and where they go, over HTTP. The rules are tested beside app/features/generator and
// app/features/prompts.

let paying: PayingServer;
let api: ReturnType<typeof apiOf>;
beforeAll(async () => {
  paying = await sharePayingServer();
  const { server } = paying;
  api = apiOf(server.origin, await signInByApi(server.origin, await registerPerson(server)));
});
afterAll(() => paying.close());

const get = async <Body>(address: string): Promise<Body> => {
  const { status, body } = await api<Body>('GET', address);
  expect(status, address).toBe(200);
  return body;
};

describe('what prompts are built from', () => {
  it('is there from the first start, each style with its outcome', async () => {
    const categories = await get<Category[]>('/api/categories/active');
    expect(categories.length).toBeGreaterThanOrEqual(12);
    for (const { id, name } of categories) {
      const styles = await get<Template[]>(`/api/promptgenerator/style-templates?categoryId=${String(id)}`);
      const outcomes = await get<Template[]>(
        `/api/promptgenerator/outcome-templates?categoryId=${String(id)}`,
      );
      expect(styles.length, name).toBeGreaterThanOrEqual(4);
      expect(outcomes.map(({ sortOrder }) => sortOrder)).toEqual(styles.map(({ sortOrder }) => sortOrder));
      expect(new Set([...styles, ...outcomes].map(({ categoryId }) => categoryId))).toEqual(new Set([id]));
    }
  });

  it('is suggested by purpose, and by what is typed', async () => {
    expect((await get<Purpose[]>('/api/purpose/help')).length).toBeGreaterThanOrEqual(24);
    const [topic] = await get<Topic[]>('/api/topics/search?q=PHOTOS');
    expect(topic).toMatchObject({ name: 'photosynthesis', isApproved: true });
    const topicId = String(topic?.id);
    const subtopics = await get<Topic[]>(`/api/promptgenerator/subtopics?topicId=${topicId}`);
    expect(subtopics.length).toBeGreaterThanOrEqual(3);
    expect(await get(`/api/promptgenerator/search-subtopics?topicId=${topicId}&q=green`)).toMatchObject([
      { name: 'why leaves are green' },
    ]);
    expect(await get('/api/topics/search?q=p')).toEqual([]);
  });

  it('is asked for by numbers', async () => {
    const { status, body } = await api('GET', '/api/promptgenerator/style-templates?categoryId=x');
    expect([status, body.message]).toEqual([400, 'categoryId must be a number']);
  });
});

it('records what a copied prompt was built from', async () => {
  const [category] = await get<Category[]>('/api/categories/active');
  const record = {
    categoryId: category?.id,
    aiModelId: 0,
    userTopic: 'moss',
    userDetails: '',
    rawTopic: 'moss',
  };
  expect(await api('POST', '/api/promptgenerator/generate', record)).toMatchObject({ status: 201 });
  const unknown = await api('POST', '/api/promptgenerator/generate', { ...record, topicId: 987_654 });
  expect(unknown).toMatchObject({ status: 400, body: { code: 'no_such_part' } });
});

it('saves twelve prompts on the free plan, and says why not thirteen', async () => {
  const prompt = { title: 'Moss', content: 'Describe moss.', tags: null, categoryId: null };
  for (let count = 0; count < 12; count += 1) {
    const { status, body } = await api<SavedPrompt>('POST', '/api/savedprompts', prompt);
    expect([status, body.content]).toEqual([201, 'Describe moss.']);
  }
  expect(await api('POST', '/api/savedprompts', prompt)).toMatchObject({
    status: 402,
    body: { code: 'free_saved_limit', message: 'Free plan limit reached: up to 12 saved prompts.' },
  });
});
