import { equalKey } from '@promptwell/text/equal-key';
import { parseNumber } from '@promptwell/text/parse-number';
import type { FormField } from '../runs/responses';

// The fields of a JSON reply as the texts of a form, and back.

/** The kind of input that edits a field. */
export type FieldInput = 'text' | 'number' | 'date' | 'list' | 'json' | 'choice' | 'switch';

/** What is typed, by the field's name. */
export type FieldTexts = Readonly<Record<string, string>>;

export function inputOf({ kind, choices, value }: FormField): FieldInput {
  if (choices !== undefined) return 'choice';
  switch (kind) {
    case 'NUMBER':
      return 'number';
    case 'TEXT':
      return isContainer(value) ? 'json' : 'text';
    case 'DATE':
      return 'date';
    case 'OBJECT':
      return 'json';
    case 'LIST':
      return value === undefined || isPlainList(value) ? 'list' : 'json';
    case undefined:
      if (typeof value === 'boolean') return 'switch';
      if (isPlainList(value)) return 'list';
      return isContainer(value) ? 'json' : 'text';
  }
}

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Can be edited with one entry per line. */
const isPlainList = (value: unknown): value is readonly (string | number | boolean)[] =>
  Array.isArray(value) &&
  value.every(
    (item) =>
      ['number', 'boolean'].includes(typeof item) ||
      (typeof item === 'string' && item.trim() === item && item !== '' && !/[\r\n]/u.test(item)),
  );

/** The field's value as it is edited. */
export function textOf(field: FormField): string {
  const { value } = field;
  if (value === undefined || value === null) return '';
  if (inputOf(field) === 'list' && isPlainList(value)) return value.map(String).join('\n');
  if (field.choices !== undefined) return choiceOf(field.choices, scalarText(value)) ?? scalarText(value);
  return scalarText(value, 2);
}

const scalarText = (value: unknown, indent?: number): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, indent);

/** A choice in the script's spelling, however the model wrote it. */
const choiceOf = (choices: readonly string[], text: string): string | undefined =>
  choices.find((choice) => equalKey(choice).trim() === equalKey(text).trim());

export const textsOf = (fields: readonly FormField[]): FieldTexts =>
  Object.fromEntries(fields.map((field) => [field.name, textOf(field)]));

type Value = { value: unknown } | { error: string };

/** What is typed, as a value; undefined leaves the field out. An unchanged text keeps the model's value. */
export function valueOf(field: FormField, text: string): Value {
  const isUnchanged = text === textOf(field);
  if (text.trim() === '') return emptyValue(field, isUnchanged);
  const read = READ[inputOf(field)](text, field);
  return 'error' in read || !isUnchanged ? read : { value: field.value };
}

function emptyValue(field: FormField, isUnchanged: boolean): Value {
  const { isOptional, value, name } = field;
  if (isUnchanged && isOptional) return { value };
  const input = inputOf(field);
  if (input === 'text' && (typeof value === 'string' || !isOptional)) return { value: '' };
  if (isOptional) return { value: null };
  return input === 'list' ? { value: [] } : { error: `${REQUIRED[input]} The script requires ${name}.` };
}

const REQUIRED: Readonly<Record<FieldInput, string>> = {
  text: 'Enter a text.',
  number: 'Enter a number.',
  date: 'Enter a date as YYYY-MM-DD.',
  list: 'Enter a list.',
  json: 'Enter a JSON value.',
  choice: 'Choose one.',
  switch: 'Choose Yes or No.',
};

const READ: Readonly<Record<FieldInput, (text: string, field: FormField) => Value>> = {
  text: (text, { value, kind }) => {
    const number = typeof value === 'number' && kind !== 'TEXT' ? parseNumber(text) : null;
    return { value: number ?? text };
  },
  number: (text) => {
    const number = parseNumber(text);
    return number === null
      ? { error: `“${shorten(text)}” isn’t a number. Enter digits, such as 7 or 12.5.` }
      : { value: number };
  },
  date: (text) =>
    isDate(text.trim())
      ? { value: text.trim() }
      : { error: `“${shorten(text)}” isn’t a date. Enter it as YYYY-MM-DD, such as 2026-03-31.` },
  list: (text, { value }) => ({ value: entriesOf(text, isPlainList(value) ? value : []) }),
  json: readJson,
  choice: (text, { choices = [] }) => {
    const choice = choiceOf(choices, text);
    return choice === undefined
      ? { error: `“${shorten(text)}” isn’t one of the choices. Choose one.` }
      : { value: choice };
  },
  switch: (text) => ({ value: text === 'true' }),
};

/** One entry per line. Numbers and switches stay what they were; a list of numbers stays one. */
function entriesOf(text: string, before: readonly (string | number | boolean)[]): readonly unknown[] {
  const known = new Map(before.map((item) => [String(item), item]));
  const isOfNumbers = before.length > 0 && before.every((item) => typeof item === 'number');
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => known.get(line) ?? (isOfNumbers ? parseNumber(line) : null) ?? line);
}

function readJson(text: string, { kind }: FormField): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? ` (${error.message})` : '';
    return { error: `This isn’t valid JSON yet: check quotes, commas and brackets${why}.` };
  }
  if (kind === 'OBJECT' && (!isContainer(value) || Array.isArray(value)))
    return { error: 'Enter an object in braces, such as {"street": "Main St"}.' };
  if (kind === 'LIST' && !Array.isArray(value))
    return { error: 'Enter a list in brackets, such as ["one", "two"].' };
  return { value };
}

function isDate(text: string): boolean {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/u.exec(text) ?? [];
  if (day === undefined) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** What is typed for a field; the model's value where nothing is. */
export const typedIn = (texts: FieldTexts, field: FormField): string =>
  (Object.hasOwn(texts, field.name) ? texts[field.name] : undefined) ?? textOf(field);

/** The reply that the texts make, or what is wrong by field. */
export function replyOf(
  fields: readonly FormField[],
  texts: FieldTexts,
): { reply: string } | { errors: FieldTexts } {
  const errors: [string, string][] = [];
  const members: string[] = [];
  for (const field of fields) {
    const read = valueOf(field, typedIn(texts, field));
    if ('error' in read) errors.push([field.name, read.error]);
    else if (read.value !== undefined)
      members.push(`${JSON.stringify(field.name)}: ${JSON.stringify(read.value)}`);
  }
  if (errors.length > 0) return { errors: Object.fromEntries(errors) };
  // Written by hand, because a model may use `__proto__` as a key.
  return { reply: `{\n  ${members.join(',\n  ')}\n}` };
}

/** A reply with one field a line, to compare two of them; a reply without fields as it is. */
export function fieldLines(reply: string): string {
  try {
    const value: unknown = JSON.parse(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1));
    if (!isContainer(value)) return reply;
    const fields = Object.entries(value as object).map(([name, member]): FormField => ({
      name,
      isOptional: true,
      isRequested: false,
      value: member as unknown,
    }));
    return fields.map((field) => `${field.name}: ${textOf(field)}`).join('\n');
  } catch {
    return reply;
  }
}
