import { gzipSync } from 'node:zlib';
import type { AppLoadContext } from '@remix-run/node';
import { expect, it, describe, beforeEach, afterEach } from 'vitest';
import { DomainError } from '~/core/shared/errors';
import { PAGE_ACCOUNT_HEADER } from '~/core/shared/page-account';
import { z } from '~/core/shared/zod';
import { testServices, type TestServices } from '../../../tests/support/services';
import { apiRoute, call } from './declare-call.server';
import { withHeaders, withStatus } from './reply.server';
import { createApi } from './serve-api.server';

const api = createApi([
  apiRoute('/api/things', {
    GET: call({
      summary: 'Lists things',
      access: 'anyone',
      apiKey: 'none',
      query: z.object({ page: z.coerce.number().int().min(1).max(9).default(1) }),
      answer: z.object({ page: z.number() }),
      handle: ({ query }) => query,
    }),
    POST: call({
      summary: 'Makes a thing',
      access: 'signed-in',
      apiKey: 'none',
      body: z.object({ name: z.string('Give it a name.').max(5), count: z.number().int() }),
      maxBodyBytes: { free: 100, pro: 1000 },
      answer: z.object({ name: z.string() }),
      status: 201,
      handle: ({ body: { name } }) => withHeaders({ name }, { 'X-Made': 'yes' }),
    }),
  }),
  apiRoute('/api/things/:id', {
    DELETE: call({
      summary: 'Removes a thing',
      access: 'users:manage',
      apiKey: 'none',
      params: z.object({ id: z.string().regex(/^\d+$/) }),
      answer: { kind: 'nothing' },
      status: 204,
      errors: { gone: 'conflict' },
      handle: ({ params }) => {
        if (params.id === '1') throw new DomainError('conflict', 'It is gone.', { code: 'gone' });
        if (params.id === '2') throw new DomainError('conflict', 'It is odd.', { code: 'odd' });
        if (params.id === '3') throw new Error('a fault');
      },
    }),
    GET: call({
      summary: 'Returns a thing with one field too many',
      access: 'anyone',
      apiKey: 'none',
      answer: z.object({ name: z.string() }),
      handle: () => {
        const wide = { name: 'a', secret: 'b' };
        return wide;
      },
    }),
  }),
  apiRoute('/api/odd-things/:oddity', {
    GET: call({
      summary: 'Answers in two ways, or as it does not declare',
      access: 'anyone',
      apiKey: 'none',
      params: z.object({ oddity: z.string() }),
      answer: z.object({ name: z.string() }),
      status: 202,
      otherStatuses: { 200: z.object({ count: z.number() }) },
      handle: ({ params: { oddity } }) => {
        switch (oddity) {
          case 'other answer':
            return withStatus({ count: 1 }, 200);
          case 'status of a response':
            return new Response('', { status: 201 });
          case 'type of a response':
            return new Response('', { status: 202, headers: { 'Content-Type': 'text/html' } });
          case 'code of other calls':
            throw new DomainError('too-large', 'Too much.', { code: 'too_large' });
          case 'kind without a code':
            throw new DomainError('conflict', 'It is odd.');
          case 'no sentence':
            throw new DomainError('invalid', '', { code: 'invalid' });
          default:
            return { name: oddity };
        }
      },
    }),
  }),
]);

let services: TestServices;
beforeEach(() => {
  services = testServices({ CHECK_ANSWERS: 'off' });
});
afterEach(() => services.close());

const context = (): AppLoadContext => ({ services, nonce: '', requestId: 'r', clientAddress: '203.0.113.7' });

async function ask(
  method: string,
  path: string,
  init: { token?: string; body?: unknown; type?: string; encoding?: string; pageOf?: string } = {},
) {
  const headers = new Headers();
  if (init.token !== undefined) headers.set('Authorization', `Bearer ${init.token}`);
  if (init.pageOf !== undefined) headers.set(PAGE_ACCOUNT_HEADER, init.pageOf);
  if (init.body !== undefined) headers.set('Content-Type', init.type ?? 'application/json');
  if (init.encoding !== undefined) headers.set('Content-Encoding', init.encoding);
  const isAsSent = typeof init.body === 'string' || init.body instanceof Uint8Array;
  const body = isAsSent ? (init.body as BodyInit) : JSON.stringify(init.body);
  const request = new Request(`http://site.test${path}`, { method, headers, body });
  const response = await api.serve(request, context());
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

describe('a declared call', () => {
  it('gets what its schemas let through, and answers as JSON', async () => {
    expect(await ask('GET', '/api/things?page=3')).toMatchObject({ status: 200, body: { page: 3 } });
    const { token } = await services.signUp();
    const made = await ask('POST', '/api/things', { token, body: { name: 'a', count: 1 } });
    expect(made).toMatchObject({ status: 201, body: { name: 'a' } });
    expect(made.headers.get('X-Made')).toBe('yes');
  });

  it('takes a browser’s form as well', async () => {
    const { token } = await services.signUp();
    const form = { token, body: 'name=a&count=2', type: 'application/x-www-form-urlencoded' };
    expect(await ask('POST', '/api/things', form)).toMatchObject({ status: 201, body: { name: 'a' } });
    const farOut = { ...form, body: `${form.body}&list[5000000]=1` };
    expect(await ask('POST', '/api/things', farOut)).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    });
  });

  it.each(['0x10', '0b11', '0o7', 'Infinity', 'x', '1,5'])(
    'takes %s in a form for no number, as it does in JSON',
    async (count) => {
      const { token } = await services.signUp();
      const form = { token, body: `name=a&count=${count}`, type: 'application/x-www-form-urlencoded' };
      expect(await ask('POST', '/api/things', form)).toMatchObject({
        status: 400,
        body: { errors: ['count must be a number'] },
      });
    },
  );

  it('says every complaint in a sentence: the schema’s own words, or the name of the field with ours', async () => {
    const { token } = await services.signUp();
    const answer = await ask('POST', '/api/things', { token, body: { count: 1.5 } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual(['Give it a name.', 'count must be a whole number']);
    expect(answer.body.message).toBe('Give it a name. count must be a whole number');
    expect((await ask('GET', '/api/things?page=99')).body.message).toBe('page must be at most 9');
  });

  it.each([
    [{ body: '{"name":' }, 400, 'invalid_json'],
    [{ body: 'name', type: 'text/plain' }, 415, 'unsupported_media_type'],
    [{ body: gzipSync('{"name":"a","count":1}'), encoding: 'gzip' }, 415, 'unsupported_media_type'],
    [{ body: Buffer.from('{"name":"Größe","count":1}', 'latin1') }, 400, 'invalid'],
    [{ body: { name: 'a'.repeat(200), count: 1 } }, 413, 'too_large'],
  ])('refuses the body of %j with %d', async (init, status, code) => {
    const { token } = await services.signUp();
    expect(await ask('POST', '/api/things', { token, ...init })).toMatchObject({ status, body: { code } });
  });

  it('asks who is there before it reads anything', async () => {
    expect(await ask('POST', '/api/things', { body: 'x'.repeat(5000) })).toMatchObject({
      status: 401,
      body: { message: 'No authentication token found', code: 'no_token' },
    });
    const { token } = await services.signUp();
    expect(await ask('DELETE', '/api/things/4', { token })).toMatchObject({
      status: 403,
      body: { message: 'Access denied: Admins only', code: 'forbidden' },
    });
  });

  it('does nothing for a page of an account whose session has ended, or has become another’s', async () => {
    const { token, actor } = await services.signUp();
    const body = { name: 'a', count: 1 };
    expect(await ask('POST', '/api/things', { body, pageOf: actor.userId })).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
    expect(await ask('POST', '/api/things', { token, body, pageOf: actor.userId })).toMatchObject({
      status: 201,
    });
    const other = await services.signUp();
    const mixed = { token: other.token, body, pageOf: actor.userId };
    services.env = { ...services.env, CHECK_ANSWERS: true };
    expect(await ask('POST', '/api/things', mixed)).toMatchObject({
      status: 409,
      body: { code: 'other_account' },
    });
  });

  it('answers another method with 405 and a true Allow, OPTIONS with 204, and an unknown address with 404', async () => {
    const refused = await ask('PUT', '/api/things', { body: {} });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS');
    const options = await ask('OPTIONS', '/api/things/7');
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD, DELETE, OPTIONS']);
    for (const path of ['/api/nothing', '/api/things/1/2', '/api/things/%zz']) {
      expect(await ask('GET', path), path).toMatchObject({ status: 404, body: { code: 'no_such_address' } });
    }
  });

  it('turns what it throws into a status, and a fault into 500 that tells nothing', async () => {
    const { token } = await services.signUp({ roles: ['admin'] });
    expect(await ask('DELETE', '/api/things/1', { token })).toMatchObject({
      status: 409,
      body: { message: 'It is gone.', code: 'gone' },
    });
    expect(await ask('DELETE', '/api/things/x', { token })).toMatchObject({ status: 404 });
    expect((await ask('DELETE', '/api/things/4', { token })).status).toBe(204);
    const fault = await ask('DELETE', '/api/things/3', { token });
    expect([fault.status, JSON.stringify(fault.body)]).toEqual([500, expect.not.stringContaining('a fault')]);
  });

  it('is a fault, where answers are checked, when it gives more than it declares or an error that it does not', async () => {
    expect((await ask('GET', '/api/things/1')).status).toBe(200);
    services.env = { ...services.env, CHECK_ANSWERS: true };
    expect((await ask('GET', '/api/things/1')).status).toBe(500);
    const { token } = await services.signUp({ roles: ['admin'] });
    expect((await ask('DELETE', '/api/things/2', { token })).status).toBe(500);
  });

  it('may answer with a status of its own for each of its shapes, and with no other', async () => {
    const answers = async (oddities: readonly string[]) => {
      const asked = oddities.map((oddity) => ask('GET', `/api/odd-things/${oddity}`));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    const oddities = [
      'status of a response',
      'type of a response',
      'code of other calls',
      'kind without a code',
      'no sentence',
    ];
    expect(await answers(oddities)).toEqual([201, 202, 413, 409, 400]);
    services.env = { ...services.env, CHECK_ANSWERS: true };
    expect(await answers(['a name', 'other answer'])).toEqual([202, 200]);
    expect(await answers(oddities)).toEqual([500, 500, 500, 500, 500]);
  });
});
