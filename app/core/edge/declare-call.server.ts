import type { $ZodType, $ZodUndefined, input as InputOf, output as OutputOf } from 'zod/v4/core';
import type { ErrorKind } from '~/core/shared/errors';
import type { Permission, Plan } from '~/core/shared/permissions';
import type { RateLimit } from '~/core/server/rate-limits.server';
import type { Actor, Client } from '~/core/server/session.server';
import type { Services } from '~/services';
import type { Reply } from './reply.server';

/** Who may ask: anybody, whoever is signed in, or those whose roles carry a permission. */
export type Access = 'anyone' | 'signed-in' | Permission;

/** The actor of a request, as its access promises it. */
export type ActorFor<A extends Access> = A extends 'anyone' ? Actor | undefined : Actor;

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export type Status = 200 | 201 | 202 | 204 | 302;
/** What a call answers with another status than its own, by that status. */
type OtherStatuses = Readonly<Partial<Record<Status, $ZodType>>>;

/** The events of a stream: the data of each, by its name. */
export type Events = Readonly<Record<string, $ZodType>>;

/** What a call gives back when it is not JSON. */
export type OtherAnswer =
  | { kind: 'nothing' }
  | { kind: 'file'; mediaType: string; description: string }
  | { kind: 'events'; description: string; events: Events }
  | { kind: 'redirect'; description: string };

interface CallArgs<A extends Access, Params, Query, Headers, Body> {
  services: Services;
  actor: ActorFor<A>;
  /** Where the request comes from. */
  client: Client;
  params: Params;
  query: Query;
  headers: Headers;
  body: Body;
  request: Request;
  /** Aborts when whoever asked has gone, or their account is closed. */
  readonly signal: AbortSignal;
  requestId: string;
}

/** Of what a declaration leaves out. */
export type Absent = $ZodUndefined;
/** Where there is nothing to give back, whatever the handler returns is left out. */
type DataOf<Answer> = Answer extends $ZodType
  ? InputOf<Answer>
  : Answer extends { kind: 'nothing' }
    ? unknown
    : never;
type ReplyWith<Others extends OtherStatuses> = {
  [S in keyof Others & Status]: Others[S] extends $ZodType ? Reply<InputOf<Others[S]>, S> : never;
}[keyof Others & Status];
type Awaitable<T> = T | Promise<T>;

/** One call of the API, declared once: everything that is said or checked about it comes from here. */
export interface CallDeclaration<
  A extends Access,
  Params extends $ZodType,
  Query extends $ZodType,
  Headers extends $ZodType,
  Body extends $ZodType,
  Answer extends $ZodType | OtherAnswer,
  Others extends OtherStatuses,
> {
  /** One line, as it stands in docs/api.md. */
  summary: string;
  description?: string;
  access: Access & A;
  rateLimit?: RateLimit;
  params?: Params;
  query?: Query;
  /** Names in lower case. */
  headers?: Headers;
  body?: Body;
  /** Largest body in bytes, by plan where it differs; 64 KiB unless said. It is not read beyond this. */
  maxBodyBytes?: number | Readonly<Record<Plan, number>>;
  /** The handler reads the body of `request` itself, piece by piece: uploads. */
  readsBody?: { mediaType: string; description: string };
  answer: Answer;
  /** Status of the answer; 200 unless said. */
  status?: Status;
  /** For the handler that gives them by `withStatus`. */
  otherStatuses?: Others;
  /** Served beside `answer` when the request asks for it in `Accept`. */
  otherAnswers?: readonly OtherAnswer[];
  /** Said in place of the general sentence when something fails that nobody foresaw. */
  failure?: string;
  /** Codes of the errors that are this call's own; those of the edge itself are added. */
  errors?: Readonly<Record<string, ErrorKind>>;
  handle(
    args: CallArgs<A, OutputOf<Params>, OutputOf<Query>, OutputOf<Headers>, OutputOf<Body>>,
  ): Awaitable<DataOf<Answer> | Reply<DataOf<Answer>> | ReplyWith<Others> | Response>;
}

/** A declared call without its type parameters, as the edge serves and describes it. */
export interface ApiCall extends Omit<AnyDeclaration, 'handle'> {
  handle(args: CallArgs<Access, unknown, unknown, unknown, unknown>): Awaitable<unknown>;
}
type AnyDeclaration = CallDeclaration<
  Access,
  $ZodType,
  $ZodType,
  $ZodType,
  $ZodType,
  $ZodType | OtherAnswer,
  OtherStatuses
>;

/** All calls of one address. Each file below routes/api/ exports one as its default. */
export interface ApiRoute {
  /** Such as /api/ai/operations/:key. */
  path: string;
  calls: Readonly<Partial<Record<Method, ApiCall>>>;
}

export const apiRoute = (path: `/${string}`, calls: ApiRoute['calls']): ApiRoute => ({ path, calls });

/** Declares a call; its handler gets what the schemas let through, in their types. */
export function call<
  A extends Access,
  Answer extends $ZodType | OtherAnswer,
  Params extends $ZodType = Absent,
  Query extends $ZodType = Absent,
  Headers extends $ZodType = Absent,
  Body extends $ZodType = Absent,
  Others extends OtherStatuses = OtherStatuses,
>(declaration: CallDeclaration<A, Params, Query, Headers, Body, Answer, Others>): ApiCall {
  return declaration;
}

/** Everything that a call may answer when nothing is wrong, its own answer first. */
export const answersOf = ({
  answer,
  status = 200,
  otherAnswers = [],
  otherStatuses = {},
}: ApiCall): { status: number; answer: $ZodType | OtherAnswer }[] => [
  ...[answer, ...otherAnswers].map((each) => ({ status, answer: each })),
  ...Object.entries(otherStatuses).map(([other, each]) => ({ status: Number(other), answer: each })),
];

export const isSchema = (answer: $ZodType | OtherAnswer): answer is $ZodType => '_zod' in answer;

/** Undefined where there is nothing to give back. */
export function mediaTypeOf(answer: $ZodType | OtherAnswer): string | undefined {
  if (isSchema(answer)) return 'application/json';
  if (answer.kind === 'events') return 'text/event-stream';
  return answer.kind === 'file' ? answer.mediaType : undefined;
}
