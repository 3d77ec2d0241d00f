import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startOpenAiServer } from '../../../tests/vendors/openai-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import { complete } from './complete.js';
import type { AiProvider, ProviderRequest } from './contract.js';
import type { ProviderRegistry } from './registry.js';
import { call, failureOf, get, registryFor } from './test-support/provider-test-kit.js';

// A server that rejects a field gets the request again without it, and is remembered.

let vendor: VendorServer;
let registry: ProviderRegistry;
let provider: AiProvider;
beforeEach(async () => {
  vendor = await startOpenAiServer();
  registry = registryFor(vendor, { kind: 'openai-compatible' });
  provider = get(registry);
});
afterEach(async () => {
  await registry.close();
  await vendor.close();
});

const refuse = (error: unknown, status = 400) =>
  vendor.script({ kind: 'raw', status, body: JSON.stringify({ error }), headers: {} });
const bodies = () => vendor.log.requests.map(({ body }) => body as Record<string, unknown>);
const formats = () =>
  bodies().map(({ response_format: format }) => (format as { type?: string } | undefined)?.type);
const JSON_CALL: Partial<ProviderRequest> = { format: { type: 'json' } };
const SCHEMA = { type: 'object', properties: { score: { type: 'integer' } } };

describe('JSON', () => {
  test('is asked for by a schema where json_object is refused, from then on at once', async () => {
    refuse("'response_format.type' must be 'json_schema' or 'text'");
    await complete(provider, call(JSON_CALL));
    await complete(provider, call(JSON_CALL));
    expect(formats()).toEqual(['json_object', 'json_schema', 'json_schema']);
    expect(bodies()[1]?.response_format).toMatchObject({ json_schema: { schema: { type: 'object' } } });
  });

  test('is asked for in words where both are refused, and the words have the schema', async () => {
    refuse({ message: 'response_format is not supported', param: 'response_format' });
    refuse({ message: 'response_format is not supported', param: 'response_format' });
    await complete(provider, call({ format: { type: 'json', schema: { name: 'grade', schema: SCHEMA } } }));
    expect(formats()).toEqual(['json_schema', 'json_object', undefined]);
    expect(JSON.stringify(bodies()[2]?.messages)).toContain(
      JSON.stringify(JSON.stringify(SCHEMA)).slice(1, -1),
    );
  });

  test('is not given up for a refusal of something else', async () => {
    refuse({ message: 'The prompt is too long.', code: 'context_length_exceeded' });
    expect(await failureOf(provider, call(JSON_CALL))).toMatchObject({ kind: 'refused', certain: true });
    await complete(provider, call(JSON_CALL));
    expect(formats()).toEqual(['json_object', 'json_object']);
  });

  test('is learned for each model alone', async () => {
    refuse("'response_format.type' must be 'json_schema' or 'text'");
    await complete(provider, call(JSON_CALL));
    await complete(provider, call({ ...JSON_CALL, model: 'mock-large' }));
    expect(formats()).toEqual(['json_object', 'json_schema', 'json_object']);
  });
});

test('what stands for the user and names the cache is left out where it is refused', async () => {
  const named = call({ userId: 'a-user', cacheKey: 'a-chat' });
  await complete(provider, named);
  refuse({ message: 'Extra inputs are not permitted', param: 'safety_identifier' }, 422);
  await complete(provider, named);
  await complete(provider, named);
  const sent = bodies().map(({ safety_identifier, prompt_cache_key }) => [
    safety_identifier,
    prompt_cache_key,
  ]);
  expect(sent).toEqual([
    ['a-user', 'a-chat'],
    ['a-user', 'a-chat'],
    [undefined, 'a-chat'],
    [undefined, 'a-chat'],
  ]);
});

test('the model behind a deployment says which fields and settings it takes', async () => {
  const asked = { model: 'my-deployment', sampling: { temperature: 0.3 } };
  const { warnings } = await complete(provider, call({ ...asked, modelBehind: 'gpt-5' }));
  await complete(provider, call(asked));
  expect(warnings.map(({ setting }) => setting)).toEqual(['temperature']);
  expect(bodies()[0]).toMatchObject({ model: 'my-deployment', max_completion_tokens: 200 });
  expect(bodies()[0]).not.toHaveProperty('temperature');
  expect(bodies()[1]).toMatchObject({ model: 'my-deployment', max_tokens: 200, temperature: 0.3 });
});
