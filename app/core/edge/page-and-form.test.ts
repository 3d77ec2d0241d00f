import type { AppLoadContext } from '@remix-run/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '~/core/shared/errors';
import { PAGE_ACCOUNT_HEADER } from '~/core/shared/page-account';
import { z } from '~/core/shared/zod';
import { testServices, type TestServices } from '../../../tests/support/services';
import { forms } from './form.server';
import { page, plainPage } from './page.server';
import { withHeaders } from './reply.server';

let services: TestServices;
beforeEach(() => {
  services = testServices();
});
afterEach(() => services.close());

const context = (): AppLoadContext => ({ services, nonce: '', requestId: 'r', clientAddress: '203.0.113.7' });

type Route = (args: {
  request: Request;
  context: AppLoadContext;
  params: Record<string, string>;
}) => Promise<unknown>;

/** A route's return value or thrown response: its data, with status and headers if it has them. */
async function visit(
  route: Route,
  path: string,
  init: {
    token?: string;
    pageOf?: string;
    form?: Record<string, string>;
    method?: string;
    params?: Record<string, string>;
  } = {},
) {
  const headers = new Headers(init.token === undefined ? {} : { Authorization: `Bearer ${init.token}` });
  if (init.pageOf !== undefined) headers.set(PAGE_ACCOUNT_HEADER, init.pageOf);
  const method = init.method ?? (init.form ? 'POST' : 'GET');
  const body = init.form ? new URLSearchParams(init.form) : null;
  const request = new Request(`http://site.test${path}`, { method, headers, body });
  const result = await route({ request, context: context(), params: init.params ?? {} }).catch(
    (thrown: unknown) => thrown,
  );
  if (result instanceof Response) {
    const { status, headers: given } = result;
    const location = given.get('Location');
    if (location !== null) return { status, location };
    return { status, data: (await result.json()) as unknown, headers: given };
  }
  const { data, init: given } = result as { data: unknown; init: ResponseInit | null };
  return { status: given?.status ?? 200, data, headers: new Headers(given?.headers) };
}

describe('a page', () => {
  it('sends strangers to sign in and back, and says to whoever was signed in that the session has ended', async () => {
    const account = plainPage('signed-in') as Route;
    expect(await visit(account, '/account?tab=2')).toEqual({
      status: 302,
      location: '/login?returnTo=%2Faccount%3Ftab%3D2',
    });
    expect(await visit(account, '/account', { token: 'gone' })).toEqual({
      status: 302,
      location: '/login?returnTo=%2Faccount&reason=session_ended',
    });
    const { token } = await services.signUp();
    expect(await visit(account, '/account', { token, pageOf: 'somebody' })).toMatchObject({
      status: 302,
      location: 'http://site.test/account',
    });
    // The other window that logged out has taken the cookie along.
    expect(await visit(account, '/account', { pageOf: 'somebody' })).toEqual({
      status: 302,
      location: '/login?returnTo=%2Faccount&reason=session_ended',
    });
  });

  it('is the page of its status for whoever lacks the role, for what is not there, and for what comes too often', async () => {
    const { token } = await services.signUp();
    expect(await visit(plainPage('admin:open') as Route, '/admin', { token })).toMatchObject({
      status: 403,
      data: { message: 'Access denied: Admins only' },
    });
    const failing = (kind: 'not-found' | 'rate-limited') =>
      page({
        access: 'anyone',
        load: () => Promise.reject(new DomainError(kind, 'No.', { retryAfterSeconds: 7 })),
      }) as Route;
    expect(await visit(failing('not-found'), '/x')).toMatchObject({ status: 404, data: { message: 'No.' } });
    const limited = await visit(failing('rate-limited'), '/x');
    expect([limited.status, limited.headers?.get('Retry-After')]).toEqual([429, '7']);
  });

  it('says what could not be done, and no more, when something fails that nobody foresaw', async () => {
    const broken = page({
      access: 'anyone',
      failure: 'Failed to load things',
      load: () => Promise.reject(new Error('of our inside')),
    }) as Route;
    expect(await visit(broken, '/x')).toMatchObject({
      status: 500,
      data: { message: 'Failed to load things', requestId: 'r' },
    });
  });

  it('that is searched by its address opens so often for one person, whoever else looks at it', async () => {
    const few = { name: 'test-pages', points: 2, perSeconds: 60, message: 'Slow down.' };
    const query = z.object({ q: z.string() });
    const load = () => ({ data: 'found', init: null });
    const found = page({ access: 'signed-in', query, rateLimit: few, load }) as Route;
    const { token } = await services.signUp();
    for (const status of [200, 200, 429])
      expect(await visit(found, '/found?q=a', { token })).toMatchObject({ status });
    const refused = await visit(found, '/found?q=a', { token });
    expect(refused).toMatchObject({
      status: 429,
      data: { message: expect.stringMatching(/^Slow down\./u) as string },
    });
    expect(Number(refused.headers?.get('Retry-After'))).toBeGreaterThan(0);
    const other = await services.signUp();
    expect(await visit(found, '/found?q=a', { token: other.token })).toMatchObject({ status: 200 });

    // A page without a limit of its own uses the shared one; public pages aren't limited.
    expect(page({ access: 'signed-in', query, load }).rateLimit).toMatchObject({ name: 'pages' });
    expect(page({ access: 'anyone', query, load }).rateLimit).toBeNull();
  });

  it('checks what its address says', async () => {
    const list = page({
      access: 'anyone',
      query: z.object({ page: z.coerce.number().int().min(1) }),
      load: ({ query }) => ({ data: query, init: null }),
    }) as Route;
    expect(await visit(list, '/list?page=2')).toMatchObject({ data: { page: 2 } });
    expect(await visit(list, '/list?page=x')).toMatchObject({ status: 400 });
  });

  it('is not there where its path names nothing that could be', async () => {
    const item = page({
      access: 'anyone',
      params: z.object({ id: z.coerce.number().int() }),
      load: ({ params }) => ({ data: params, init: null }),
    }) as Route;
    expect(await visit(item, '/items/2', { params: { id: '2' } })).toMatchObject({ data: { id: 2 } });
    expect(await visit(item, '/items/two', { params: { id: 'two' } })).toMatchObject({
      status: 404,
      data: { message: 'There is no such page.' },
    });
  });
});

describe('the forms of a page', () => {
  const action = forms('anyone', (form) => ({
    rename: form({
      schema: z.object({
        name: z.string('Give it a name.'),
        password: z.string().optional(),
        furtherKeys: z.string().optional(),
        headers: z.string().optional(),
      }),
      failure: 'That did not work.',
      run: ({ input: { name } }) => {
        if (name === 'taken')
          throw new DomainError('conflict', 'This name is taken.', { code: 'taken', field: 'name' });
        if (name === 'refused') throw new DomainError('forbidden', 'Not now.', { code: 'not_now' });
        if (name === 'fault') throw new Error('inside');
        return Promise.resolve(withHeaders({ name }, { 'Set-Cookie': 'a=b' }));
      },
    }),
    move: form({
      schema: z.object({}),
      params: z.object({ id: z.coerce.number().int() }),
      query: z.object({ to: z.enum(['top', 'end']) }),
      failure: 'That did not work.',
      run: ({ params: { id }, query: { to } }) => Promise.resolve({ id, to }),
    }),
    remove: form({
      schema: z.object({}),
      failure: 'That did not work.',
      run: () => Promise.resolve(Response.redirect('http://site.test/gone')),
    }),
  })) as Route;

  it('do what their intent says, with the headers that come of it', async () => {
    const done = await visit(action, '/x', { form: { intent: 'rename', name: 'a' } });
    expect(done).toMatchObject({ status: 200, data: { intent: 'rename', done: { name: 'a' }, reply: null } });
    expect(done.headers?.get('Set-Cookie')).toBe('a=b');
    expect(await visit(action, '/x', { form: { intent: 'remove' } })).toMatchObject({ status: 302 });
  });

  it.each([
    [{ name: '' }, 400, { name: ['Give it a name.'] }, 'invalid'],
    [{ name: 'taken' }, 409, { name: ['This name is taken.'] }, 'taken'],
    [{ name: 'refused' }, 403, { '': ['Not now.'] }, 'not_now'],
    [{ name: 'fault' }, 500, { '': ['That did not work.'] }, null],
  ])('keep what was typed in %j, and say what is wrong where it is', async (fields, status, error, code) => {
    const secrets = { password: 'secret', furtherKeys: 'secret', headers: 'X-Key: secret' };
    const form = { intent: 'rename', ...secrets, ...fields };
    const answer = await visit(action, '/x', { form });
    expect(answer).toMatchObject({ status, data: { done: null, code, reply: { error } } });
    expect(JSON.stringify(answer.data)).not.toContain('secret');
  });

  it('of another account than the session’s are refused, and keep what was typed', async () => {
    const { token } = await services.signUp();
    const own = forms('signed-in', (form) => ({
      save: form({
        schema: z.object({ name: z.string() }),
        failure: 'That did not work.',
        run: ({ input }) => Promise.resolve(input),
      }),
    })) as Route;
    const form = { name: 'a' };
    expect(await visit(own, '/x', { token, form })).toMatchObject({ status: 200 });
    expect(await visit(own, '/x', { token, form, pageOf: 'another' })).toMatchObject({
      status: 409,
      data: { code: 'other_account', reply: { initialValue: form } },
    });
  });

  it('check what the address of their page says, as the page does', async () => {
    const form = { intent: 'move' };
    const moved = await visit(action, '/x/7?to=top', { form, params: { id: '7' } });
    expect(moved).toMatchObject({ status: 200, data: { done: { id: 7, to: 'top' } } });
    const refused = { status: 400, data: { code: 'invalid' } };
    expect(await visit(action, '/x/7?to=side', { form, params: { id: '7' } })).toMatchObject(refused);
    expect(await visit(action, '/x/y?to=top', { form, params: { id: 'y' } })).toMatchObject(refused);
  });

  it('refuse a form that they do not know, another method, and more than a form can hold', async () => {
    expect(await visit(action, '/x', { form: { intent: '__proto__' } })).toMatchObject({ status: 400 });
    const other = await visit(action, '/x', { form: {}, method: 'PUT' });
    expect([other.status, other.headers?.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(await visit(action, '/x', { form: { name: 'a'.repeat(100_000) } })).toMatchObject({ status: 413 });
  });

  it('refuse fields that would keep everybody waiting', async () => {
    const send = (more: Record<string, string>) =>
      visit(action, '/x', { form: { intent: 'rename', name: 'a', ...more } });
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${String(index)}`, '1']));
    expect(await send({ ...fields(997), 'list[99]': '1' })).toMatchObject({ status: 200 });
    expect(await send(fields(999))).toMatchObject({ status: 413, data: { code: 'too_large' } });
    const unreadable = { status: 400, data: { code: 'invalid', errors: [expect.stringContaining('read')] } };
    const payload = { name: 'list', index: 5_000_000, value: '1' };
    const update = JSON.stringify({ type: 'update', payload });
    const names = ['list[5000000]', `a${'.b'.repeat(100)}`];
    for (const more of [...names.map((name) => ({ [name]: '1' })), { __intent__: update }])
      expect(await send(more)).toMatchObject(unreadable);
  });
});
