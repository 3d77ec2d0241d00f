import type { AppLoadContext } from '@remix-run/node';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { DomainError } from '~/core/shared/errors';
import { planOf } from '~/core/shared/permissions';
import { addressKey } from '~/core/server/rate-limits.server';
import type { Actor } from '~/core/server/session.server';
import type { Task } from '~/core/server/user-work.server';
import { allowAnyOrigin, dialectOf, type ApiDialect } from './api-dialect.server';
import {
  authorize,
  clientOf,
  enforceKeyRateLimit,
  enforceRateLimit,
  refuseOtherAccount,
} from './actor.server';
import { SMALL_BODY_BYTES } from './body-memory-limiter.server';
import { errorResponse, methodNotAllowed, type ErrorContext } from './answer-error.server';
import { checkAnswer, checkError, checkResponse } from './check-answer.server';
import { METHODS, type ApiCall, type ApiRoute, type Method } from './declare-call.server';
import { DEFAULT_BODY_BYTES, expectedBytes, readBody, readHeaders, readQuery } from './read-request.server';
import { json, Reply, withHeaders, type Status } from './reply.server';

type Match = { route: ApiRoute; params: Record<string, string> };

/** The parts of a request that its path and its dialect's headers follow from. */
interface Addressed {
  path: string;
  method: string;
  headers: Pick<Headers, 'get'>;
}

/** Serves API requests, whether they come from the host, a form or a fetcher. */
export interface Api {
  readonly routes: readonly ApiRoute[];
  /** The parts that follow other protocols. */
  readonly dialects: readonly ApiDialect[];
  /** True for every path that the API answers, even with 404. */
  owns(pathname: string): boolean;
  /** The declared path that an address matches, such as `/api/things/:id`. */
  patternOf(pathname: string): string | undefined;
  serve(request: Request, context: AppLoadContext): Promise<Response>;
  /** The 429 for a request that the host doesn't let through, in the shape that clients of its path expect. */
  refuseForRate(
    request: Addressed,
    rate: { message: string; retryAfterSeconds: number },
    context: ErrorContext,
  ): Response;
}

export function createApi(routes: readonly ApiRoute[], dialects: readonly ApiDialect[] = []): Api {
  const match = createMatcher(routes);
  const pathOf = ({ url }: Request): string => new URL(url).pathname;

  async function answer(
    request: Request,
    context: AppLoadContext,
    dialect: ApiDialect | undefined,
  ): Promise<Response> {
    let call: ApiCall | undefined;
    try {
      const found = match(pathOf(request));
      if (!found)
        throw new DomainError('not-found', 'There is no such address.', { code: 'no_such_address' });
      if (request.method === 'OPTIONS') return optionsOf(found.route);
      call = callFor(found.route, request.method);
      return await perform(call, found.params, request, context);
    } catch (thrown) {
      if (thrown instanceof Response) return thrown;
      const { CHECK_ANSWERS: isChecked } = context.services.env;
      const error = call && isChecked ? checkError(call, thrown) : thrown;
      return errorResponse(error, context, { failure: call?.failure, dialect });
    }
  }

  return {
    routes,
    dialects,
    owns: (pathname) =>
      pathname.startsWith('/api/') ||
      dialectOf(dialects, pathname) !== undefined ||
      match(pathname) !== undefined,
    patternOf: (pathname) => match(pathname)?.route.path,
    serve: async (request, context) => {
      const dialect = dialectOf(dialects, pathOf(request));
      if (!dialect) return answer(request, context, undefined);
      request.headers.delete('Cookie');
      return allowAnyOrigin(dialect, request, await answer(request, context, dialect));
    },
    refuseForRate: (request, { message, retryAfterSeconds }, context) => {
      const error = new DomainError('rate-limited', message, { code: 'rate_limited', retryAfterSeconds });
      const dialect = dialectOf(dialects, request.path);
      const response = errorResponse(error, context, { dialect });
      return dialect ? allowAnyOrigin(dialect, request, response) : response;
    },
  };
}

/** Enforces the declaration in order (access, rate limit, input), then runs the handler. */
async function perform(
  call: ApiCall,
  pathParams: Record<string, string>,
  request: Request,
  context: AppLoadContext,
): Promise<Response> {
  const { services, requestId } = context;
  const actor = await authorize(request, context, call);
  if (actor) await enforceKeyRateLimit(actor, services);
  if (call.access !== 'anyone') refuseOtherAccount(request, actor);
  const client = clientOf(request, context);
  if (call.rateLimit) await enforceRateLimit(call.rateLimit, call.access, actor, context);
  const params = call.params && readParams(call.params, pathParams);
  const query = call.query && readQuery(request, call.query);
  const headers = call.headers && readHeaders(request, call.headers);
  const maxBytes = await bodyLimit(request, call, actor, context);
  if (call.body) await waitForRoom(request, maxBytes, actor, context);
  const body = call.body && (await readBody(request, call.body, maxBytes));
  const handle = (task?: Task) =>
    call.handle({
      services,
      actor,
      client,
      params,
      query,
      headers,
      body,
      request,
      get signal() {
        return task ? AbortSignal.any([request.signal, task.signal]) : request.signal;
      },
      requestId,
    });
  // From here on data may be written for the actor: closing the account waits for it.
  const result = await (actor ? services.inFlightRequests.run(actor, handle) : handle());
  const isChecked = services.env.CHECK_ANSWERS;
  if (result instanceof Response) {
    if (isChecked && result.status !== 304) checkResponse(call, result); // 304: the client has the answer
    return result;
  }
  const reply =
    result instanceof Reply ? (result as Reply<unknown, Status | undefined>) : withHeaders(result, {});
  const status = reply.status ?? call.status ?? 200;
  if (isChecked) checkAnswer(call, status, reply.data);
  const { headers: extra } = reply;
  return status === 204
    ? new Response(null, { status, headers: extra })
    : json(reply.data, { status, headers: extra });
}

/** A malformed id is a 404. */
function readParams(schema: $ZodType, params: Record<string, string>): unknown {
  const result = safeParse(schema, params);
  if (result.success) return result.data;
  throw new DomainError('not-found', 'There is no such address.', { code: 'no_such_address' });
}

async function bodyLimit(
  request: Request,
  { maxBodyBytes = DEFAULT_BODY_BYTES }: ApiCall,
  actor: Actor | undefined,
  { services }: AppLoadContext,
): Promise<number> {
  if (typeof maxBodyBytes === 'number') return maxBodyBytes;
  const isWithinAnyPlan = Number(request.headers.get('Content-Length') ?? Infinity) <= maxBodyBytes.free;
  if (!actor || isWithinAnyPlan) return maxBodyBytes.free;
  return maxBodyBytes[planOf(actor.roles, await services.ledger.balance(actor.userId))];
}

/** A large body is read only when there is room for it, and keeps its room until the response is sent. */
async function waitForRoom(
  request: Request,
  maxBytes: number,
  actor: Actor | undefined,
  { services, clientAddress, onResponseClosed }: AppLoadContext,
): Promise<void> {
  const bytes = expectedBytes(request, maxBytes);
  if (bytes <= SMALL_BODY_BYTES) return;
  const leave = await services.bodyMemoryLimiter.take(actor?.userId ?? addressKey(clientAddress), bytes);
  if (onResponseClosed) onResponseClosed(leave);
  else leave(); // forms of pages have small bodies
}

/** The methods of a path, for the Allow header. */
export const allowedMethods = ({ calls }: ApiRoute): string[] => [
  ...METHODS.flatMap((method) => (calls[method] ? (method === 'GET' ? ['GET', 'HEAD'] : [method]) : [])),
  'OPTIONS',
];

function callFor(route: ApiRoute, method: string): ApiCall {
  const wanted = method === 'HEAD' ? 'GET' : METHODS.find((each): each is Method => each === method);
  const call = wanted && route.calls[wanted];
  if (!call) throw methodNotAllowed(method, allowedMethods(route));
  return call;
}

const optionsOf = (route: ApiRoute): Response =>
  new Response(null, { status: 204, headers: { Allow: allowedMethods(route).join(', ') } });

/** Paths without parameters are looked up; the few others are tried in turn. `:id*` also matches slashes. */
function createMatcher(routes: readonly ApiRoute[]): (pathname: string) => Match | undefined {
  const plain = new Map<string, Match>();
  const patterns: { route: ApiRoute; pattern: RegExp }[] = [];
  for (const route of routes) {
    if (plain.has(route.path)) throw new Error(`Two files declare ${route.path}.`);
    if (!route.path.includes(':')) plain.set(route.path, { route, params: {} });
    else
      patterns.push({
        route,
        pattern: new RegExp(
          `^${route.path.replace(/:(\w+)(\*?)/g, (_, name: string, rest: string) => `(?<${name}>${rest ? '.+' : '[^/]+'})`)}$`,
        ),
      });
  }
  return (pathname) => {
    const found = plain.get(pathname);
    if (found) return found;
    for (const { route, pattern } of patterns) {
      const groups = pattern.exec(pathname)?.groups;
      const params = groups && decodeAll(groups);
      if (params) return { route, params };
    }
    return undefined;
  };
}

function decodeAll(groups: Record<string, string>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return undefined; // invalid percent-encoding
  }
}
