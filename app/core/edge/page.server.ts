import { redirect, redirectDocument, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node';
import { safeParse, type $ZodType, type output as OutputOf } from 'zod/v4/core';
import { DomainError } from '~/core/shared/errors';
import type { RateLimit } from '~/core/server/rate-limits.server';
import type { Client } from '~/core/server/session.server';
import { authorize, clientOf, enforceRateLimit, isOtherAccount, SECOND_FACTOR_MISSING } from './actor.server';
import { describeError } from './answer-error.server';
import type { Absent, Access, ActorFor } from './declare-call.server';
import { readQuery } from './read-request.server';
import { json } from './reply.server';

export interface PageArgs<A extends Access, Params, Query> {
  services: AppLoadContext['services'];
  actor: ActorFor<A>;
  client: Client;
  params: Params;
  query: Query;
  request: Request;
}

interface PageDeclaration<A extends Access, Params extends $ZodType, Query extends $ZodType, Data> {
  access: Access & A;
  /** Also for those who have to set up a second factor before anything else. */
  beforeSecondFactor?: boolean;
  params?: Params;
  /** The query string. */
  query?: Query;
  /** Replaces PAGE_RATE_LIMIT; null for a layout, which is counted with the page inside it. */
  rateLimit?: RateLimit | null;
  /** The message for unexpected errors; the cause is logged. */
  failure?: string;
  load(args: PageArgs<A, OutputOf<Params>, OutputOf<Query>>): Promise<Data> | Data;
}

/** For signed-in pages with a query string, which search, filter or page through lists. */
const PAGE_RATE_LIMIT: RateLimit = {
  name: 'pages',
  points: 300,
  perSeconds: 60,
  message: 'You’re opening pages too fast.',
};

/** A loader also exposes its access and rate limit, for the test that sweeps the route table. */
export type Loader<Data> = ((args: LoaderFunctionArgs) => Promise<Data>) & {
  access: Access;
  rateLimit: RateLimit | null;
};

/** Declares a page's loader: who may see the page, its params and query, and the use case that loads its data. */
export function page<
  A extends Access,
  Data,
  Params extends $ZodType = Absent,
  Query extends $ZodType = Absent,
>(declaration: PageDeclaration<A, Params, Query, Data>): Loader<Data> {
  const declared: PageDeclaration<Access, $ZodType, $ZodType, Data> = declaration;
  const { access, beforeSecondFactor, params, query, failure } = declared;
  const isCostly = query !== undefined && access !== 'anyone';
  const { rateLimit = isCostly ? PAGE_RATE_LIMIT : null } = declared;
  const loader = ({ request, context, params: pathParams }: LoaderFunctionArgs): Promise<Data> =>
    answerPage(
      request,
      context,
      async () => {
        const actor = await authorize(request, context, { access, beforeSecondFactor });
        if (access !== 'anyone' && isOtherAccount(request, actor)) throw reloadDocument(request);
        if (rateLimit) await enforceRateLimit(rateLimit, access, actor, context);
        return declared.load({
          services: context.services,
          actor,
          client: clientOf(request, context),
          params: params && readPath(params, pathParams),
          query: query && readQuery(request, query),
          request,
        });
      },
      failure,
    );
  return Object.assign(loader, { access, rateLimit });
}

/** A mistyped link is a 404, not a list of complaints about its parts. */
function readPath(schema: $ZodType, pathParams: unknown): unknown {
  const result = safeParse(schema, pathParams);
  if (result.success) return result.data;
  throw new DomainError('not-found', 'There is no such page.');
}

/** The loader of a page without data. */
export const plainPage = (access: Access): Loader<null> => page({ access, load: () => null });

/** Runs a page's work. A typed error becomes the error page for its status, or a redirect to the login page. */
export async function answerPage<Data>(
  request: Request,
  context: AppLoadContext,
  work: () => Promise<Data>,
  failure?: string,
): Promise<Data> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    if (thrown instanceof DomainError && thrown.kind === 'unauthenticated') throw toSignIn(request, thrown);
    if (thrown instanceof DomainError && thrown.code === SECOND_FACTOR_MISSING) throw toSetUp(request);
    const { status, body, headers } = describeError(thrown, context, failure);
    throw json(body, { status, headers });
  }
}

/** One account's data would otherwise appear inside the other's page. */
const reloadDocument = ({ url }: Request): Response => redirectDocument(url);

/** Users come back after logging in; those whose session ended are told so. */
function toSignIn(request: Request, { code }: DomainError): Response {
  const { pathname, search } = new URL(request.url);
  const query = new URLSearchParams({ returnTo: `${pathname}${search}` });
  if (code === 'session_ended') query.set('reason', code);
  return redirect(`/login?${query.toString()}`);
}

/** From the account page with its query, such as the token of a mailed link. */
function toSetUp(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(`/account/second-factor${pathname === '/account' ? search : ''}`);
}
