import { fieldOf, isObject, isSameKey, parseJson, type JsonValue } from '../outputs/index.js';
import type { ReplyField } from '../reply-fields.js';
import { TransactionError } from './script-error.js';

const STEP = /\[(\d+)\]|\.?([^.[\]]+)/uy;

/**
 * Reads a field of a JSON reply: `a.b[0]`, `[2].name`; an empty path is the whole. Strings, numbers and booleans are
 * returned as they are, null as an empty string, objects and arrays as JSON.
 * @param fields the requested fields: optional ones are empty if missing.
 * @throws TransactionError if the reply is not JSON or lacks the field; the message lists the existing fields.
 */
export function readJsonPath(
  reply: string,
  path: string,
  fields: readonly ReplyField[] = [],
): string | number | boolean {
  let value = parseReply(reply);
  let walked = '';
  for (const step of parseJsonPath(path)) {
    const next = childOf(value, step);
    if (next === undefined && isOptionalField(fields, walked === '' ? step : null)) return '';
    if (next === undefined) throw new TransactionError(noField(path, walked, value));
    walked += typeof step === 'number' ? `[${step}]` : `${walked === '' ? '' : '.'}${step}`;
    value = next;
  }
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

const isOptionalField = (fields: readonly ReplyField[], step: string | number | null): boolean =>
  typeof step === 'string' &&
  fields.some(
    ({ name, isOptional = false, isRead = false }) => isOptional && !isRead && isSameKey(name, step),
  );

function parseReply(reply: string): JsonValue {
  const parsed = parseJson(reply);
  if (!parsed.ok) throw new TransactionError(parsed.message);
  return parsed.value;
}

/** @throws TransactionError for an invalid path. */
export function parseJsonPath(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  const trimmed = path.trim();
  STEP.lastIndex = 0;
  while (STEP.lastIndex < trimmed.length) {
    const found = STEP.exec(trimmed);
    if (found === null) throw new TransactionError(`${JSON.stringify(path)} is not a path such as a.b[0].`);
    const [, index, key = ''] = found;
    steps.push(index === undefined ? key : Number(index));
  }
  return steps;
}

function childOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items[Number(step)];
  }
  return isObject(value) ? fieldOf(value, String(step)) : undefined;
}

function noField(path: string, walked: string, value: JsonValue): string {
  const at = walked === '' ? 'The reply' : walked;
  const asked = `There is no ${path} in the reply.`;
  if (typeof value !== 'object' || value === null) return `${asked} ${at} is a single value.`;
  if (Array.isArray(value)) return `${asked} ${at} is a list of ${value.length}.`;
  const keys = Object.keys(value);
  const shown = keys.slice(0, 10).join(', ');
  return `${asked} ${at} has ${shown === '' ? 'no fields' : shown}${keys.length > 10 ? ' and more' : ''}.`;
}
