import { api } from '../../app/api.server';
import { check } from '../../app/core/edge/read-request.server';
import type { Actor } from '../../app/core/server/session.server';
import { createKey, createKeySchema, type CreatedKey } from '../../app/features/api-keys/index.server';
import { HOME, SITE, type TestServices } from './services';

export interface ServedAnswer<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

/** Makes a key for a user whose proof is recent, as a test needs one. */
export async function makeKey(
  services: TestServices,
  actor: Actor,
  changes: Record<string, unknown> = {},
): Promise<CreatedKey> {
  await services.prisma.session.update({
    where: { id: actor.sessionId },
    data: { provenAt: new Date(services.clock()) },
  });
  return createKey(services, actor, check(createKeySchema, { name: 'A script', ...changes }));
}

/** Serves a request by the whole API, in this process. */
export async function serve<Body = Record<string, unknown>>(
  services: TestServices,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<ServedAnswer<Body>> {
  const request = new Request(`${SITE}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      'X-Idempotency-Key': crypto.randomUUID(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await api.serve(request, {
    services,
    nonce: '',
    requestId: '1',
    clientAddress: HOME.address,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
  };
}
