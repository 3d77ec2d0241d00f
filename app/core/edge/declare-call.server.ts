import type { AppLoadContext } from '@remix-run/node';
import type { $ZodType, $ZodUndefined, input as InputOf, output as OutputOf } from 'zod/v4/core';
import type { KeyAccess } from '~/core/shared/api-keys';
import type { ErrorKind } from '~/core/shared/errors';
import type { Permission, Plan } from '~/core/shared/permissions';
import type { RateLimit } from '~/core/server/rate-limits.server';
import type { Actor, Client } from '~/core/server/session.server';
import type { Reply, Status } from './reply.server';

/** Who may call: anyone, any signed-in user, or users with a permission. */
export type Access = 'anyone' | 'signed-in' | Permission;

/** The actor of a request; always present unless access is `anyone`. */
export type ActorFor<A extends Access> = A extends 'anyone' ? Actor | undefined : Actor;

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** The answers a call gives with a status other than its own, by status. */
type OtherStatuses = Readonly<Partial<Record<Status, $ZodType>>>;

/** The events of a stream: the schema of each one's data, by name. */
export type Events = Readonly<Record<string, $ZodType>>;

/** An answer that isn't JSON. */
export type OtherAnswer =
  | { kind: 'nothing' }
  | { kind: 'file'; mediaType: string; description: string }
  | { kind: 'events'; description: string; events: Events }
  | { kind: 'redirect'; description: string };

interface CallArgs<A extends Access, Params, Query, Headers, Body> {
  services: AppLoadContext['services'];
  actor: ActorFor<A>;
  /** Where the request comes from. */
  client: Client;
  params: Params;
  query: Query;
  headers: Headers;
  body: Body;
  request: Request;
  /** Aborts when the client disconnects or the account is closed. */
  readonly signal: AbortSignal;
  requestId: string;
}

/** The type of a part that a declaration leaves out. */
export type Absent = $ZodUndefined;
/** With a `nothing` answer, the handler's return value is ignored. */
type DataOf<Answer> = Answer extends $ZodType
  ? InputOf<Answer>
  : Answer extends { kind: 'nothing' }
    ? unknown
    : never;
type ReplyWith<Others extends OtherStatuses> = {
  [S in keyof Others & Status]: Others[S] extends $ZodType ? Reply<InputOf<Others[S]>, S> : never;
}[keyof Others & Status];
type Awaitable<T> = T | Promise<T>;

/** An API call, declared once: routing, checks and documentation all come from this declaration. */
export interface CallDeclaration<
  A extends Access,
  Params extends $ZodType,
  Query extends $ZodType,
  Headers extends $ZodType,
  Body extends $ZodType,
  Answer extends $ZodType | OtherAnswer,
  Others extends OtherStatuses,
> {
  /** One line, for docs/api.md. */
  summary: string;
  description?: string;
  access: Access & A;
  /** What an API key needs to make this call. Where anyone may call, `none` ignores the key. */
  apiKey: KeyAccess;
  /** Also for those who have to set up a second factor before anything else. */
  beforeSecondFactor?: boolean;
  rateLimit?: RateLimit;
  params?: Params;
  query?: Query;
  /** Names in lower case. */
  headers?: Headers;
  body?: Body;
  /** Maximum body size in bytes, by plan where it differs; 64 KiB by default. Nothing beyond it is read. */
  maxBodyBytes?: number | Readonly<Record<Plan, number>>;
  /** For uploads: the handler streams the body of `request` itself. */
  readsBody?: { mediaType: string; description: string };
  answer: Answer;
  /** 200 by default. */
  status?: Status;
  /** Answers that the handler returns by `withStatus`. */
  otherStatuses?: Others;
  /** Served beside `answer` when the request asks for it in `Accept`. */
  otherAnswers?: readonly OtherAnswer[];
  /** The message for unexpected errors, instead of the general one. */
  failure?: string;
  /** Error codes specific to this call; those of the edge are added. */
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

/** All calls of one path. Each file in routes/api/ has one as its default export. */
export interface ApiRoute {
  /** Such as /api/ai/operations/:key. */
  path: string;
  calls: Readonly<Partial<Record<Method, ApiCall>>>;
}

export const apiRoute = (path: `/${string}`, calls: ApiRoute['calls']): ApiRoute => ({ path, calls });

/** Declares a call; its handler receives the validated, typed input. */
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

/** Every successful answer of a call, its main one first. */
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

/** Undefined for answers without a body. */
export function mediaTypeOf(answer: $ZodType | OtherAnswer): string | undefined {
  if (isSchema(answer)) return 'application/json';
  if (answer.kind === 'events') return 'text/event-stream';
  return answer.kind === 'file' ? answer.mediaType : undefined;
}
