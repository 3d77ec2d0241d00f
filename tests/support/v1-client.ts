import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AppLoadContext } from '@remix-run/node';
import express from 'express';
import { api } from '../../app/api.server';
import { serveApi } from '../../server/serve-api';
import { payingServices, type PayingServices } from './paying-services';
import type { Actor } from '../../app/core/server/session.server';
import { SITE } from './services';

type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Response>;

/** Requests to `/v1` as the edge serves them, of a user with $10 and a token. */
export interface V1Client {
  services: PayingServices;
  actor: Actor;
  bearer: { Authorization: string };
  /** A session of the same user, as a browser has it. */
  cookie: string;
  get(path: string): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Without a token of its own. */
  request: Ask;
  /** Another user, with this much money. */
  as(account: { cents: number }): Promise<Ask>;
  /** In micro-dollars. */
  balance(): Promise<number>;
  lastVendorBody(): Record<string, unknown>;
  /** The stored results of this user's requests. */
  storedAnswers(): Promise<string[]>;
  close(): Promise<void>;
}

export interface V1Server extends V1Client {
  origin: string;
  token: string;
}

/** The same over HTTP, for programs that take a base URL. */
export async function serveV1(): Promise<V1Server> {
  const client = await v1Client();
  const { services } = client;
  const app = express().use(
    serveApi(
      () => api,
      (_request, response) => ({
        services,
        nonce: '',
        requestId: randomUUID(),
        clientAddress: '203.0.113.7',
        onAnswered: (listener: () => void) => void response.once('close', listener),
      }),
    ),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...client,
    origin: `http://127.0.0.1:${String(port)}`,
    token: client.bearer.Authorization.replace('Bearer ', ''),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await client.close();
    },
  };
}

export async function v1Client(settings: Record<string, string> = {}): Promise<V1Client> {
  const services = await payingServices(
    { DEMO_PROVIDER: 'on', PERPLEXITY_API_KEY: 'pplx-test-not-a-key', ...settings },
    { keepRequests: true },
  );

  async function userWith({ cents }: { cents: number }) {
    const { actor, token } = await services.signUp({ roles: cents > 0 ? ['paiduser'] : [] });
    const { userId } = actor;
    if (cents > 0) {
      await services.ledger.credit({
        userId,
        amountMicroUsd: BigInt(cents) * 10_000n,
        source: 'grant',
        key: randomUUID(),
        note: 'For a test',
        actorId: userId,
      });
    }
    return { actor, bearer: { Authorization: `Bearer ${token}` } };
  }

  const request: Ask = (method, path, body, headers = {}) => {
    const context: Partial<AppLoadContext> = {
      services,
      requestId: randomUUID(),
      clientAddress: '203.0.113.7',
      onAnswered: (listener: () => void) => listener(),
    };
    const init: RequestInit = {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    return api.serve(new Request(`${SITE}${path}`, init), context as AppLoadContext);
  };

  const { actor, bearer } = await userWith({ cents: 1_000 });
  const { userId } = actor;
  const { token: cookie } = await services.sessions.start({ userId, kind: 'cookie' });
  return {
    services,
    actor,
    bearer,
    cookie,
    request,
    get: (path) => request('GET', path, undefined, bearer),
    post: (path, body, headers) => request('POST', path, body, { ...bearer, ...headers }),
    as: async (account) => {
      const other = await userWith(account);
      return (method, path, body, headers) => request(method, path, body, { ...other.bearer, ...headers });
    },
    balance: async () => Number((await services.ledger.balance(userId)).postedMicroUsd),
    lastVendorBody: () => ({ ...(services.vendor.log.requests.at(-1)?.body as object) }),
    storedAnswers: async () => {
      const rows = await services.prisma.ledgerOperation.findMany({
        where: { userId },
        select: { answer: true },
      });
      return rows.flatMap(({ answer }) => answer ?? []);
    },
    close: () => services.close(),
  };
}
