import type { $ZodType, JSONSchema } from 'zod/v4/core';
import { rolesThatMay } from '~/core/shared/permissions';
import { STATUS_OF_KIND } from './answer-error.server';
import {
  answersOf,
  isSchema,
  METHODS,
  type ApiCall,
  type ApiRoute,
  type Method,
  type OtherAnswer,
} from './declare-call.server';
import { headerName, jsonSchemaOf, sectionOf } from './openapi.server';
import { DEFAULT_BODY_BYTES } from './read-request.server';

const INTRODUCTION = `# The API

Every call, with what it takes and what it answers. The same as an OpenAPI 3.1 document: \`GET /api/openapi.json\`.

- **Logging in**: \`POST /api/auth/login\` gives a token. Send it as \`Authorization: Bearer …\`. A browser's session
  cookie works as well; then a request that changes something must come from this site.
- **API keys** (Settings, API keys, or \`POST /api/keys\`) are sent the same way, and don't log in again. A call that
  lists a permission takes keys that have it; all others answer keys with 403 \`key_not_permitted\`. Unknown, revoked
  and expired keys: 401 \`invalid_api_key\`; of users whom administrators don’t let use keys: 403 \`keys_forbidden\`.
- **Bodies** are JSON in UTF-8 (\`Content-Type: application/json\`), not compressed, or a form as browsers send it.
- **Errors** are JSON: \`message\` is a sentence for the person who caused it, \`code\` is for programs, \`errors\` lists each
  complaint by itself. 401: \`no_token\`, \`session_ended\`. 403: \`forbidden\`. 404: \`no_such_address\`. 405 lists in \`Allow\` what
  the address takes. 408: \`body_too_slow\`. 413: \`too_large\`. 429 says in \`Retry-After\` how long to
  wait, and so does 503 where waiting helps.
- **Other programs** that speak OpenAI’s API use \`/v1\` with a bearer token: see “Use your balance from other programs” under
  /docs. There, cookies don’t count, pages of any origin may call, and errors have OpenAI’s shape: \`{ error: { message, type,
  param, code } }\`. 401 is \`invalid_api_key\`, 402 \`insufficient_quota\`, 404 \`model_not_found\`.
- **HEAD** is answered wherever GET is, **OPTIONS** everywhere.
- Amounts are cents (up to four decimals) or micro-dollars (1 USD = 1,000,000), as their names say. Times are ISO 8601, in UTC.
`;

/** docs/api.md: all calls, from their declarations, with the sample pages last. */
export function renderApiDocs(routes: readonly ApiRoute[]): string {
  const sections = new Map<string, ApiRoute[]>();
  for (const route of [...routes].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))) {
    const section = sectionOf(route);
    sections.set(section, [...(sections.get(section) ?? []), route]);
  }
  const parts = [...sections].map(([name, own]) => [`## ${name}`, ...own.flatMap(renderRoute)].join('\n\n'));
  return `${[INTRODUCTION.trim(), ...parts].join('\n\n')}\n`;
}

/** `/api/…` comes first. */
const placeOf = ({ path }: ApiRoute): string => `${path.startsWith('/api/') ? '1' : '2'} ${path}`;

const renderRoute = (route: ApiRoute): string[] =>
  METHODS.flatMap((method) => {
    const call = route.calls[method];
    return call ? [renderCall(route, method, call)] : [];
  });

function renderCall({ path }: ApiRoute, method: Method, call: ApiCall): string {
  const { summary, description, params, query, headers, body, readsBody } = call;
  return [
    `### ${method} ${path}`,
    `${summary}.${description === undefined ? '' : ` ${description}`}`,
    `For ${accessText(call)}.${keyText(call)}${rateText(call)}`,
    ...(params ? [`Address: ${fieldsOf(params, 'input')}`] : []),
    ...(query ? [`Query: ${fieldsOf(query, 'input')}`] : []),
    ...(headers ? [`Headers: ${fieldsOf(headers, 'input', headerName)}`] : []),
    ...(body ? [`Body (at most ${sizeText(call)}): ${fieldsOf(body, 'input')}`] : []),
    ...(readsBody ? [`Body: \`${readsBody.mediaType}\`. ${readsBody.description}`] : []),
    ...answersOf(call).map(({ status, answer }) => `Answer ${String(status)}: ${answerText(answer)}`),
    ...errorsText(call),
  ].join('\n\n');
}

function accessText({ access }: ApiCall): string {
  if (access === 'anyone') return 'anyone';
  if (access === 'signed-in') return 'anyone who is logged in';
  const roles = rolesThatMay(access);
  return `${roles.length === 1 ? 'the role' : 'the roles'} ${roles.join(', ')}`;
}

function keyText({ apiKey }: ApiCall): string {
  if (apiKey === 'none') return '';
  return apiKey === 'any' ? ' API keys may call it.' : ` API keys need the permission \`${apiKey}\`.`;
}

const rateText = ({ rateLimit, access }: ApiCall): string =>
  rateLimit === undefined
    ? ''
    : ` At most ${String(rateLimit.points)} in ${durationText(rateLimit.perSeconds)} ${access === 'anyone' ? 'from one address' : 'for one account'}${rateLimit.setting === undefined ? '' : ` (follows ${rateLimit.setting})`}.`;

function durationText(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${String(seconds / 3600)} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'a minute' : `${String(seconds / 60)} minutes`;
  return `${String(seconds)} seconds`;
}

function sizeText({ maxBodyBytes = DEFAULT_BODY_BYTES }: ApiCall): string {
  if (typeof maxBodyBytes === 'number') return bytesText(maxBodyBytes);
  return `${bytesText(maxBodyBytes.free)} on the free plan, ${bytesText(maxBodyBytes.pro)} on others`;
}

const bytesText = (bytes: number): string =>
  bytes >= 1024 * 1024
    ? `${(bytes / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
    : `${String(Math.floor(bytes / 1024))} KB`;

function answerText(answer: $ZodType | OtherAnswer): string {
  if (isSchema(answer)) return fieldsOf(answer, 'output');
  switch (answer.kind) {
    case 'nothing':
      return 'nothing.';
    case 'file':
      return `\`${answer.mediaType}\`. ${answer.description}`;
    case 'redirect':
      return answer.description;
    case 'events': {
      const events = Object.entries(answer.events).map(
        ([name, schema]) => `\n- \`${name}\`: ${shapeOf(jsonSchemaOf(schema, 'output'))}`,
      );
      return `\`text/event-stream\`. ${answer.description}\n${events.join('')}`;
    }
  }
}

const errorsText = ({ errors }: ApiCall): string[] => {
  const entries = Object.entries(errors ?? {});
  if (entries.length === 0) return [];
  return [
    `Errors: ${entries.map(([code, kind]) => `${String(STATUS_OF_KIND[kind])} \`${code}\``).join(', ')}.`,
  ];
};

/** An object's fields as a list, one a line; anything else as its shape. */
function fieldsOf(schema: $ZodType, io: 'input' | 'output', nameOf = (name: string) => name): string {
  const described = jsonSchemaOf(schema, io);
  if (!described.properties) return shapeOf(described);
  const required = new Set(described.required ?? []);
  const lines = Object.entries(described.properties).map(([name, property]) => {
    const own = typeof property === 'object' ? property : {};
    const note = own.description === undefined ? '' : `. ${own.description}`;
    const isOptional = io === 'input' && !required.has(name) ? ', optional' : '';
    return `\n- \`${nameOf(name)}\`: ${shapeOf(own)}${isOptional}${note}`;
  });
  return `\n${lines.join('')}`;
}

/** A short description of a shape: text, number, list of {…}. */
function shapeOf(schema: JSONSchema.BaseSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(shapeOf).join(' or ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => shapeOf({ ...schema, type })).join(' or ');
  }
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(' | ');
  switch (String(schema.type)) {
    case 'string':
      return `text${boundsOf(schema.minLength, schema.maxLength, ' characters')}`;
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${boundsOf(schema.minimum, schema.maximum)}${defaultText(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return `list of ${schema.items && typeof schema.items === 'object' && !Array.isArray(schema.items) ? shapeOf(schema.items) : 'anything'}${boundsOf(undefined, schema.maxItems)}`;
    case 'object':
      return schema.properties ? `{ ${Object.keys(schema.properties).join(', ')} }` : 'object';
    default:
      return 'any';
  }
}

function boundsOf(min: number | undefined, max: number | undefined, unit = ''): string {
  const hasMax = max !== undefined && max < Number.MAX_SAFE_INTEGER;
  const hasMin = min !== undefined && min > Number.MIN_SAFE_INTEGER;
  if (hasMin && hasMax) return ` (${String(min)} to ${max.toLocaleString('en-US')}${unit})`;
  if (hasMax) return ` (at most ${max.toLocaleString('en-US')}${unit})`;
  return hasMin && min > 0 ? ` (at least ${String(min)}${unit})` : '';
}

const defaultText = ({ default: value }: JSONSchema.BaseSchema): string =>
  value === undefined ? '' : `, ${JSON.stringify(value)} unless given`;
