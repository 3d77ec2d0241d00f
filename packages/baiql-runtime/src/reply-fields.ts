import { equalKey } from '@promptwell/text/equal-key';
import { parseNumber } from '@promptwell/text/parse-number';
import { fieldOf, isObject } from './outputs/json-reply.js';
import type { JsonValue } from './outputs/result.js';

/** A field requested in a JSON reply. Plain data. */
export interface ReplyField {
  readonly name: string;
  /** Absent: a string, a number or a boolean. */
  readonly kind?: FieldKind;
  /** Allowed values. */
  readonly choices?: readonly string[];
  /** May be missing or null. */
  readonly isOptional?: boolean;
  /** GET reads it but FIELDS does not list it: any value is accepted. */
  readonly isRead?: boolean;
}

export type FieldKind = 'NUMBER' | 'TEXT' | 'LIST' | 'DATE' | 'OBJECT';

type Schema = Readonly<Record<string, unknown>>;

const SCALAR = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };

/** For each kind: its JSON schema, its check, and its name for users. */
const KINDS: Readonly<
  Record<FieldKind, { schema: Schema; fits: (value: JsonValue) => boolean; called: string }>
> = {
  NUMBER: {
    schema: { type: 'number' },
    fits: (value) => typeof value === 'number' || (typeof value === 'string' && parseNumber(value) !== null),
    called: 'a number',
  },
  TEXT: {
    schema: { type: 'string' },
    fits: (value) => value !== null && typeof value !== 'object',
    called: 'a text',
  },
  LIST: {
    schema: { type: 'array', items: { anyOf: [...SCALAR.anyOf, { type: 'object' }] } },
    fits: (value) => Array.isArray(value),
    called: 'a list',
  },
  DATE: {
    schema: { type: 'string', description: 'A date as YYYY-MM-DD' },
    fits: (value) => typeof value === 'string' && isDate(value),
    called: 'a date (YYYY-MM-DD)',
  },
  OBJECT: { schema: { type: 'object' }, fits: isObject, called: 'an object' },
};

/** A JSON schema of the fields that allows additional ones. */
export function openSchemaOf(fields: readonly ReplyField[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    required: fields.filter(({ isOptional = false }) => !isOptional).map(({ name }) => name),
    additionalProperties: true,
  };
}

/** The schema for runs that began when additional fields were not allowed. */
export function closedSchemaOf(fields: readonly ReplyField[]): Schema {
  const names = fields.map(({ name }) => name);
  const properties = Object.fromEntries(names.map((name) => [name, SCALAR]));
  return { type: 'object', properties, required: names, additionalProperties: false };
}

function schemaOf({ kind, choices, isOptional = false, isRead = false }: ReplyField): Schema {
  if (isRead) return {};
  const schema: Schema =
    choices === undefined
      ? kind === undefined
        ? SCALAR
        : KINDS[kind].schema
      : { type: 'string', enum: choices };
  if (!isOptional) return schema;
  const { anyOf = [schema] } = schema as { anyOf?: readonly Schema[] };
  return { anyOf: [...anyOf, { type: 'null' }] };
}

/** What a reply's JSON lacks, as a sentence; null if it has every requested field. */
export function lackOfFields(value: JsonValue, fields: readonly ReplyField[]): string | null {
  const required = fields.filter(({ isOptional = false }) => !isOptional);
  const missing = isObject(value)
    ? required.filter(({ name }) => fieldOf(value, name) === undefined)
    : required;
  if (missing.length > 0) {
    const keys = isObject(value) ? Object.keys(value).slice(0, 10).join(', ') : '';
    const names = missing.map(({ name }) => name).join(', ');
    return `The reply is missing ${names}${keys === '' ? '' : `; it has ${keys}`}.`;
  }
  if (!isObject(value)) return null;
  for (const field of fields) {
    const problem = problemOf(fieldOf(value, field.name), field);
    if (problem !== null) return `The reply’s ${field.name} ${problem}.`;
  }
  return null;
}

/** What is wrong with each requested field, by its name in the script: “must be a number, not "ten"”. */
export function fieldProblems(
  value: JsonValue,
  fields: readonly ReplyField[],
): Readonly<Record<string, string>> {
  const object = isObject(value) ? value : {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const own = fieldOf(object, field.name);
      const isMissing = own === undefined && field.isOptional !== true;
      const problem = isMissing ? 'is missing' : problemOf(own, field);
      return problem === null ? [] : [[field.name, problem]];
    }),
  );
}

function problemOf(value: JsonValue | undefined, field: ReplyField): string | null {
  const { kind, choices, isOptional = false, isRead = false } = field;
  if (value === undefined || isRead) return null;
  if (value === null) return isOptional ? null : 'is null (OPTIONAL allows that)';
  if (choices !== undefined && choiceOf(value, choices) === undefined) {
    return `must be one of ${choices.join(', ')}, not ${shown(value)}`;
  }
  return kind === undefined || KINDS[kind].fits(value)
    ? null
    : `must be ${KINDS[kind].called}, not ${shown(value)}`;
}

/** A value for its column: numeric strings become numbers, a choice gets the script's spelling. */
export function valueOfField(value: JsonValue, { kind, choices }: ReplyField): JsonValue {
  if (choices !== undefined) return choiceOf(value, choices) ?? value;
  return kind === 'NUMBER' && typeof value === 'string' ? (parseNumber(value) ?? value) : value;
}

function choiceOf(value: JsonValue, choices: readonly string[]): string | undefined {
  if (typeof value === 'object') return undefined;
  const wanted = folded(String(value));
  return choices.find((choice) => folded(choice) === wanted);
}

const folded = (text: string): string => equalKey(text).trim();

function isDate(text: string): boolean {
  const [, day] = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ].*)?\s*$/u.exec(text) ?? [];
  if (day === undefined) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
