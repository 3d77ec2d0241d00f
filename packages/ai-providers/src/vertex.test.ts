import { createVerify, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startAnsweringServer,
  type GivenAnswer,
  type AskedRequest,
} from '../../../tests/vendors/answering-server';
import { complete } from './complete.js';
import { createProviders, type ProviderRegistry } from './registry.js';
import { call, failureOf, get } from './test-support/provider-test-kit.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const REPLY = [
  { id: 'a', choices: [{ delta: { content: 'Green.' }, finish_reason: 'stop' }] },
  { id: 'a', choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } },
].map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`);

let server: Awaited<ReturnType<typeof startAnsweringServer>>;
let registry: ProviderRegistry;
let tokenAnswer: () => GivenAnswer;
beforeEach(async () => {
  let tokens = 0;
  tokenAnswer = () => ({
    pieces: [
      JSON.stringify({ access_token: `token-${String(++tokens)}`, expires_in: 3_599, token_type: 'Bearer' }),
    ],
  });
  server = await startAnsweringServer(({ url }) => {
    if (url === '/token') return tokenAnswer();
    if (url.startsWith('/v1beta1/publishers/'))
      return { pieces: ['{"publisherModels":[{"name":"publishers/google/models/gemini-3.5-flash"}]}'] };
    return { headers: { 'content-type': 'text/event-stream' }, pieces: REPLY };
  });
  const key = {
    type: 'service_account',
    project_id: 'my-project',
    client_email: 'promptwell@my-project.iam.gserviceaccount.com',
    private_key: PRIVATE_KEY,
    token_uri: `${server.origin}/token`,
  };
  const setting = {
    key: 'it',
    kind: 'vertex',
    region: 'europe-west4',
    baseUrl: server.origin,
    allowPrivate: true,
  } as const;
  registry = createProviders([{ ...setting, apiKey: JSON.stringify(key) }], { patience: { firstWaitMs: 1 } });
});
afterEach(async () => {
  await registry.close();
  await server.close();
});
const asked = (url: string): AskedRequest[] => server.requests.filter((request) => request.url === url);
const CHAT = '/v1/projects/my-project/locations/europe-west4/endpoints/openapi/chat/completions';

describe('Vertex AI', () => {
  it('is asked with a token that a signed claim of the service account was exchanged for', async () => {
    expect(await complete(get(registry), call({ model: 'google/gemini-3.5-flash' }))).toMatchObject({
      text: 'Green.',
    });
    const form = new URLSearchParams(asked('/token')[0]?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'promptwell@my-project.iam.gserviceaccount.com',
      aud: `${server.origin}/token`,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
    });
    const isGenuine = createVerify('RSA-SHA256')
      .update(`${header}.${claims}`)
      .verify(publicKey, signature, 'base64url');
    expect(isGenuine).toBe(true);
    expect(asked(CHAT)[0]?.headers.authorization).toBe('Bearer token-1');
  });

  it('keeps its token as long as it is good, also for requests at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => complete(get(registry), call())));
    await complete(get(registry), call());
    expect(asked('/token')).toHaveLength(1);
    expect(asked(CHAT)).toHaveLength(4);
  });

  it('gets a new token before the old one ends', async () => {
    tokenAnswer = () => ({ pieces: ['{"access_token":"short","expires_in":60}'] });
    await complete(get(registry), call());
    await complete(get(registry), call());
    expect(asked('/token')).toHaveLength(2);
  });

  it('is not asked without a token, which costs nothing', async () => {
    tokenAnswer = () => ({
      status: 400,
      pieces: ['{"error":"invalid_grant","error_description":"Invalid JWT Signature."}'],
    });
    const failure = await failureOf(get(registry), call());
    expect(failure).toMatchObject({ kind: 'unauthorised', certain: true, sent: false });
    expect(asked(CHAT)).toHaveLength(0);
  });

  it('lists the models of Google', async () => {
    expect(await get(registry).listModels()).toEqual(['google/gemini-3.5-flash']);
  });
});
