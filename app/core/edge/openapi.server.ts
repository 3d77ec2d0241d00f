import { toJSONSchema, type $ZodType, type JSONSchema } from 'zod/v4/core';
import { STATUS_OF_KIND } from './answer-error.server';
import { EDGE_ERRORS } from './check-answer.server';
import { isSchema, METHODS, type ApiCall, type ApiRoute, type OtherAnswer } from './declare-call.server';

type Json = Record<string, unknown>;

/** The dialect of OpenAPI 3.1 itself, which need not be said. */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** An OpenAPI 3.1 document of everything that is declared: https://spec.openapis.org/oas/v3.1.0 */
export function describeApi(routes: readonly ApiRoute[], server: { url: string; version: string }): Json {
  const sorted = [...routes].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Promptwell',
      version: server.version,
      description:
        'Log in with POST /api/auth/login and send the token as Authorization: Bearer …; a browser’s session cookie works as well.',
    },
    servers: [{ url: server.url }],
    paths: Object.fromEntries(sorted.map((route) => [addressOf(route), describeRoute(route)])),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'promptwell_session' },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'A sentence for the person who caused it.' },
    code: { type: 'string', description: 'For programs.' },
    errors: { type: 'array', items: { type: 'string' }, description: 'Each complaint by itself.' },
    retryAfterSeconds: { type: 'number' },
  },
};

/** /api/x/:id, as OpenAPI writes it. */
const addressOf = ({ path }: ApiRoute): string => path.replace(/:(\w+)/g, '{$1}');

const describeRoute = (route: ApiRoute): Json =>
  Object.fromEntries(
    METHODS.flatMap((method) => {
      const call = route.calls[method];
      return call ? [[method.toLowerCase(), describeCall(route, method, call)]] : [];
    }),
  );

function describeCall(route: ApiRoute, method: string, call: ApiCall): Json {
  const parameters = [
    ...parametersIn('path', call.params, pathParameters(route)),
    ...parametersIn('query', call.query),
    ...parametersIn('header', call.headers),
  ];
  return {
    operationId: `${method.toLowerCase()}${route.path.replace(/[^A-Za-z0-9]+(\w)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    tags: [sectionOf(route)],
    summary: call.summary,
    ...(call.description === undefined ? {} : { description: call.description }),
    ...(call.access === 'anyone' ? { security: [] } : { security: [{ token: [] }, { session: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(call),
    responses: describeAnswers(call),
  };
}

/** The part of the address by which calls are grouped. */
export const sectionOf = ({ path }: ApiRoute): string => /^\/api\/([^/]+)/.exec(path)?.[1] ?? 'sample';

const pathParameters = ({ path }: ApiRoute): string[] =>
  [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);

function parametersIn(place: 'path' | 'query' | 'header', schema?: $ZodType, names: string[] = []): Json[] {
  const described = schema ? jsonSchemaOf(schema, 'input') : {};
  const properties = described.properties ?? {};
  const required = new Set(described.required ?? []);
  const all = place === 'path' ? names : Object.keys(properties);
  return all.map((name) => {
    const property = properties[name];
    const { description, ...rest } = typeof property === 'object' ? property : {};
    return {
      name: place === 'header' ? headerName(name) : name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      schema: Object.keys(rest).length === 0 ? { type: 'string' } : rest,
    };
  });
}

/** x-idempotency-key → X-Idempotency-Key. */
export const headerName = (name: string): string => name.replace(/(^|-)\w/g, (start) => start.toUpperCase());

function requestBody({ body, readsBody }: ApiCall): Json {
  if (readsBody) {
    const { mediaType, description } = readsBody;
    const schema = { type: 'object', description };
    return { requestBody: { required: true, description, content: { [mediaType]: { schema } } } };
  }
  if (!body) return {};
  return {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(body, 'input') } } },
  };
}

function describeAnswers(call: ApiCall): Json {
  const status = String(call.status ?? 200);
  const answers = [call.answer, ...(call.otherAnswers ?? [])];
  const content = Object.fromEntries(answers.flatMap((answer) => Object.entries(contentOf(answer))));
  const description = answers.map(descriptionOf).join(' ');
  const good = { description, ...(Object.keys(content).length === 0 ? {} : { content }) };
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const answersByStatus: Json = { [status]: good };
  for (const [code, names] of errorsByStatus(call)) {
    answersByStatus[String(code)] = { description: names.join(', '), content: error };
  }
  return answersByStatus;
}

const contentOf = (answer: $ZodType | OtherAnswer): Json => {
  if (isSchema(answer)) return { 'application/json': { schema: jsonSchemaOf(answer, 'output') } };
  if (answer.kind === 'file') return { [answer.mediaType]: { schema: { type: 'string', format: 'binary' } } };
  if (answer.kind === 'events') return { 'text/event-stream': { schema: { type: 'string' } } };
  return {};
};

const descriptionOf = (answer: $ZodType | OtherAnswer): string => {
  if (isSchema(answer)) return 'Done.';
  if (answer.kind === 'nothing') return 'Done; there is nothing to give back.';
  if (answer.kind !== 'events') return answer.description;
  return `${answer.description} Events: ${Object.keys(answer.events).join(', ')}.`;
};

/** The codes of the errors that a call may give, by status: its own, and the edge's that can happen to it. */
export function errorsByStatus(call: ApiCall): Map<number, string[]> {
  const checksInput = [call.params, call.query, call.headers, call.body].some(Boolean);
  const concerns: Readonly<Record<string, boolean>> = {
    invalid: checksInput,
    invalid_json: call.body !== undefined,
    no_token: call.access !== 'anyone',
    session_ended: call.access !== 'anyone',
    forbidden: call.access !== 'anyone' && call.access !== 'signed-in',
    no_such_address: call.params !== undefined,
    method_not_allowed: false,
    too_large: call.body !== undefined,
    body_too_slow: call.body !== undefined && call.maxBodyBytes !== undefined,
    unsupported_media_type: call.body !== undefined,
    rate_limited: call.rateLimit !== undefined,
    disk_full: false,
    disk_failed: false,
    database_busy: true,
  };
  const own = Object.entries(call.errors ?? {});
  const edge = Object.entries(EDGE_ERRORS).filter(([code]) => concerns[code] ?? true);
  const byStatus = new Map<number, string[]>();
  for (const [code, kind] of [...own, ...edge]) {
    const status = STATUS_OF_KIND[kind];
    byStatus.set(status, [...new Set([...(byStatus.get(status) ?? []), code])]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** The JSON Schema of a shape: what is sent in, or what comes out. */
export function jsonSchemaOf(schema: $ZodType, io: 'input' | 'output'): JSONSchema.BaseSchema {
  const { $schema, ...described }: JSONSchema.BaseSchema = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // What is only tidied up before the check is described by what it must be then.
      const { def } = zodSchema._zod;
      if (io === 'input' && def.type === 'pipe' && def.in._zod.def.type === 'transform') {
        Object.assign(jsonSchema, jsonSchemaOf(def.out, io));
      }
    },
  });
  return $schema === DIALECT ? described : { ...described, $schema };
}
