import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeKey } from '../../../tests/support/api-keys';
import { v1Client, type V1Client } from '../../../tests/support/v1-client';

let v1: V1Client;
beforeAll(async () => {
  v1 = await v1Client();
});
afterAll(() => v1.close());

const asked = async (path: string, secret: string) => {
  const response = await v1.request('GET', path, undefined, { Authorization: `Bearer ${secret}` });
  return { status: response.status, body: (await response.json()) as unknown };
};

it('shows the balance to keys that may see it', async () => {
  expect(await (await v1.get('/v1/credits')).json()).toMatchObject({ balance_usd: 10, available_usd: 10 });
  const usage = await makeKey(v1.services, v1.actor, { name: 'Usage', permissions: ['usage'] });
  expect(await asked('/v1/credits', usage.secret)).toMatchObject({ status: 200, body: { balance_usd: 10 } });
  const other = await makeKey(v1.services, v1.actor, { name: 'Prompts', permissions: ['prompts'] });
  expect(await asked('/v1/credits', other.secret)).toMatchObject({
    status: 403,
    body: { error: { type: 'permission_error', code: 'key_not_permitted' } },
  });
});

it('shows a key its own limits, and only the models it may use', async () => {
  const models = ['openai/gpt-4o-mini'];
  const { secret, id } = await makeKey(v1.services, v1.actor, { name: 'Mini', models, monthlyCapCents: 500 });
  expect(await asked('/v1/key', secret)).toMatchObject({
    status: 200,
    body: { id, models, monthlyCapCents: 500 },
  });
  const { body } = await asked('/v1/models', secret);
  expect(body).toMatchObject({ data: [{ id: 'openai/gpt-4o-mini' }] });
  expect(await asked('/v1/models/openai/gpt-4o', secret)).toMatchObject({ status: 404 });
  expect((await v1.get('/v1/key')).status).toBe(404);
});

it('lists the models that a key may use under /api as well, with a default among them', async () => {
  const models = ['openai/gpt-4o', 'demo/demo'];
  const { secret } = await makeKey(v1.services, v1.actor, { name: 'Two', models });
  const { body } = await asked('/api/ai/models', secret);
  expect(body).toMatchObject({
    providers: expect.arrayContaining([
      expect.objectContaining({ key: 'openai', allowedModels: ['gpt-4o'], defaultModel: 'gpt-4o' }),
      expect.objectContaining({ key: 'demo', allowedModels: ['demo'] }),
    ]) as unknown,
  });
  expect((body as { providers: unknown[] }).providers).toHaveLength(2);
});
