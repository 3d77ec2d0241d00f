import { toJSONSchema, type $ZodType, type JSONSchema } from 'zod/v4/core';
import { errorBodySchema } from '~/core/shared/error-body';
import { STATUS_OF_KIND } from './answer-error.server';
import { dialectOf, type ApiDialect } from './api-dialect.server';
import {
  answersOf,
  isSchema,
  METHODS,
  type ApiCall,
  type ApiRoute,
  type Events,
  type OtherAnswer,
} from './declare-call.server';
import { errorsOf } from './declared-errors.server';
import type { Api } from './serve-api.server';

type Json = Record<string, unknown>;

/** The default dialect of OpenAPI 3.1, which is left out. */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** An OpenAPI 3.1 document of all declared calls: https://spec.openapis.org/oas/v3.1.0 */
export function describeApi(
  { routes, dialects }: Pick<Api, 'routes' | 'dialects'>,
  server: { url: string; version: string },
): Json {
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
    paths: Object.fromEntries(
      sorted.map((route) => [addressOf(route), describeRoute(route, dialectOf(dialects, route.path))]),
    ),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'promptwell_session' },
      },
      schemas: {
        Error: jsonSchemaOf(errorBodySchema, 'output'),
        ...Object.fromEntries(
          dialects.map(({ error }) => [error.name, jsonSchemaOf(error.schema, 'output')]),
        ),
      },
    },
  };
}

/** /api/x/:id in OpenAPI's notation. */
const addressOf = ({ path }: ApiRoute): string => path.replace(/:(\w+)\*?/g, '{$1}');

const describeRoute = (route: ApiRoute, dialect: ApiDialect | undefined): Json =>
  Object.fromEntries(
    METHODS.flatMap((method) => {
      const call = route.calls[method];
      return call ? [[method.toLowerCase(), describeCall({ route, dialect }, method, call)]] : [];
    }),
  );

function describeCall(
  { route, dialect }: { route: ApiRoute; dialect: ApiDialect | undefined },
  method: string,
  call: ApiCall,
): Json {
  // Cookies don't count where a dialect's programs send a bearer token.
  const credentials = dialect ? [{ token: [] }] : [{ token: [] }, { session: [] }];
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
    ...(call.access === 'anyone' ? { security: [] } : { security: credentials }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(call),
    responses: describeAnswers(call, dialect?.error.name ?? 'Error'),
  };
}

/** The path segment by which calls are grouped. */
export const sectionOf = ({ path }: ApiRoute): string =>
  /^\/api\/([^/]+)|^\/(v1)\//.exec(path)?.slice(1).find(Boolean) ?? 'sample';

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

function describeAnswers(call: ApiCall, errorName: string): Json {
  const declared = answersOf(call);
  const answers = [...new Set(declared.map(({ status }) => status))].map((status): [number, Json] => {
    const own = declared.flatMap((each) => (each.status === status ? [each.answer] : []));
    const content = Object.assign({}, ...own.map(contentOf)) as Json;
    const description = own.map(descriptionOf).join(' ');
    return [status, { description, ...(Object.keys(content).length === 0 ? {} : { content }) }];
  });
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${errorName}` } } };
  const errors = [...errorsByStatus(call)].map(([status, codes]): [number, Json] => [
    status,
    { description: codes.join(', '), content },
  ]);
  const fault: [number, Json] = [500, { description: 'A fault on our side.', content }];
  return Object.fromEntries([...answers, ...errors, fault]);
}

const contentOf = (answer: $ZodType | OtherAnswer): Json => {
  if (isSchema(answer)) return { 'application/json': { schema: jsonSchemaOf(answer, 'output') } };
  if (answer.kind === 'file') return { [answer.mediaType]: { schema: { type: 'string', format: 'binary' } } };
  if (answer.kind !== 'events') return {};
  return {
    'text/event-stream': { schema: { type: 'string' }, 'x-itemSchema': eventSchemaOf(answer.events) },
  };
};

/** OpenAPI 3.1 can't describe events of a stream; `itemSchema` is taken from 3.2. */
const eventSchemaOf = (events: Events): Json => ({
  oneOf: Object.entries(events).map(([name, schema]) => ({
    type: 'object',
    required: ['event', 'data'],
    properties: {
      event: { const: name },
      data: {
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: jsonSchemaOf(schema, 'output'),
      },
    },
  })),
});

const descriptionOf = (answer: $ZodType | OtherAnswer): string => {
  if (isSchema(answer)) return 'Done.';
  if (answer.kind === 'nothing') return 'Done; there is nothing to give back.';
  if (answer.kind !== 'events') return answer.description;
  return `${answer.description} Events: ${Object.keys(answer.events).join(', ')}; x-itemSchema has the shape of each.`;
};

/** Error codes of a call, by status. */
function errorsByStatus(call: ApiCall): Map<number, string[]> {
  const byStatus = new Map<number, string[]>();
  for (const [code, kind] of errorsOf(call)) {
    const status = STATUS_OF_KIND[kind];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** The JSON Schema of an input or output. */
export function jsonSchemaOf(schema: $ZodType, io: 'input' | 'output'): JSONSchema.BaseSchema {
  const { $schema, ...described }: JSONSchema.BaseSchema = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Preprocessed values are described by the schema after preprocessing.
      const { def } = zodSchema._zod;
      if (io === 'input' && def.type === 'pipe' && def.in._zod.def.type === 'transform') {
        Object.assign(jsonSchema, jsonSchemaOf(def.out, io));
      }
    },
  });
  return $schema === DIALECT ? described : { ...described, $schema };
}
