import { describe, expect, it } from 'vitest';
import {
  optionalActor,
  requireActor,
  requirePageActor,
  requirePermission,
  type AuthContext,
} from './authorize.server';
import type { SessionActor, Sessions } from '~/core/server/session.server';

const ada: SessionActor = {
  userId: 'ada',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  roles: ['paiduser'],
  sessionId: 's',
  via: 'cookie',
  registrationDate: '2026-11-20T09:00:00.000Z',
  lastLoginDate: null,
};

/** Knows two secrets, one of each kind. */
const find: Sessions['find'] = (token, kind) => {
  if (token === 'good-cookie' && kind === 'cookie') return Promise.resolve(ada);
  if (token === 'good-token' && kind === 'bearer') return Promise.resolve({ ...ada, via: 'bearer' });
  return Promise.resolve(undefined);
};
const context = { app: { sessions: { find }, env: {} } } as unknown as AuthContext;
const requestWith = (headers: Record<string, string>) =>
  new Request('http://promptwell.test/ai?draft=1&x=%2F', { headers });
const cookie = { Cookie: 'promptwell_session=good-cookie' };

describe('who asks', () => {
  it('is known by the cookie or by the token', async () => {
    expect(await optionalActor(requestWith(cookie), context)).toMatchObject({ userId: 'ada', via: 'cookie' });
    const token = requestWith({ Authorization: 'Bearer good-token' });
    expect(await optionalActor(token, context)).toMatchObject({ userId: 'ada', via: 'bearer' });
    expect(await optionalActor(requestWith({}), context)).toBeUndefined();
  });

  it.each(['Bearer wrong', 'Bearer ', 'Bearer good-cookie', 'Basic good-token', ''])(
    'is nobody with the header %j, even beside a good cookie',
    async (authorization) => {
      const request = requestWith({ ...cookie, Authorization: authorization });
      expect(await optionalActor(request, context)).toBeUndefined();
    },
  );

  it('is asked for in the words of the specification', async () => {
    await expect(requireActor(requestWith({}), context)).rejects.toMatchObject({
      kind: 'unauthenticated',
      message: 'No authentication token found',
    });
    const stale = requestWith({ Cookie: 'promptwell_session=gone' });
    await expect(requireActor(stale, context)).rejects.toMatchObject({ code: 'session_ended' });
  });

  it('goes to sign in from a page, and remembers where to', async () => {
    const refusal: unknown = await requirePageActor(requestWith({}), context).catch(
      (thrown: unknown) => thrown,
    );
    if (!(refusal instanceof Response)) throw new Error('not a redirect');
    expect(refusal.status).toBe(302);
    expect(refusal.headers.get('Location')).toBe('/login?returnTo=%2Fai%3Fdraft%3D1%26x%3D%252F');
  });
});

it('a permission one does not have is refused', () => {
  expect(() => {
    requirePermission(ada, 'admin:open');
  }).toThrow('Your account may not do this.');
  expect(() => {
    requirePermission(ada, 'baiql:use');
  }).not.toThrow();
});
