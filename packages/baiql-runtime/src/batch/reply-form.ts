import type { Plan } from '@promptwell/baiql-lang';
import { equalKey } from '@promptwell/text/equal-key';
import { isSameKey, isObject, parseJson, type JsonValue } from '../outputs/index.js';
import { fieldProblems, lackOfFields, type FieldKind, type ReplyField } from '../reply-fields.js';
import { analyseBatch } from './analyse-batch.js';
import { fieldsOf } from './fields-of.js';
import { batchesOf } from './walk-plan.js';

/** A field of a JSON reply, as a form edits it. */
interface FormField {
  /** Its key in the reply; for a missing one, its name in the script. */
  readonly name: string;
  /** Absent: a text, a number or a switch, or for other keys of the reply whatever its value is. */
  readonly kind?: FieldKind;
  readonly choices?: readonly string[];
  readonly isOptional: boolean;
  /** FIELDS lists it or GET reads it. The reply may have other keys, which are kept. */
  readonly isRequested: boolean;
  /** Absent: the reply lacks it. */
  readonly value?: JsonValue;
}

/** @param run the result's `lastRun`. */
interface Place {
  readonly batch: number;
  readonly run: string;
}

/**
 * The fields of a reply: the requested ones in the script's order, then its other keys. A reply without JSON has the
 * requested fields without values. Null if the reply is not an object of fields: a text, or a list.
 */
export function replyForm(plan: Plan, place: Place, reply: string): readonly FormField[] | null {
  const requested = requestedFields(plan, place);
  if (requested === null) return null;
  const parsed = parseJson(reply);
  if (parsed.ok && !isObject(parsed.value)) return null;
  const object = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const others = new Map(Object.entries(object));
  const named = requested.map(({ name, kind, choices, isOptional = false, isRead = false }): FormField => {
    const key = keyOf(others, name);
    const value = key === undefined ? undefined : others.get(key);
    if (key !== undefined) others.delete(key);
    return {
      name: key ?? name,
      ...(kind === undefined ? {} : { kind }),
      ...(choices === undefined ? {} : { choices }),
      isOptional: isOptional || (isRead && value === null),
      isRequested: true,
      ...(value === undefined ? {} : { value }),
    };
  });
  const further = [...others].map(([name, value]): FormField => ({
    name,
    isOptional: true,
    isRequested: false,
    value,
  }));
  return named.length + further.length === 0 ? null : [...named, ...further];
}

/** Why a manual correction is rejected. */
interface CorrectionProblem {
  readonly message: string;
  /** By the field's name, as in the form; empty if the reply is not an object of fields. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Checks a manual correction by the same rules as a model's reply: it must be JSON with the requested fields, if the
 * script asks for that. Null if it is acceptable.
 */
export function correctionProblem(plan: Plan, place: Place, text: string): CorrectionProblem | null {
  const fields = requestedFields(plan, place);
  if (fields === null) return null;
  const parsed = parseJson(text);
  if (!parsed.ok) return { message: parsed.message, fields: {} };
  const { value } = parsed;
  const message = lackOfFields(value, fields);
  if (message === null) return null;
  const keys = new Map(isObject(value) ? Object.entries(value) : []);
  const problems = isObject(value) ? Object.entries(fieldProblems(value, fields)) : [];
  return {
    message,
    fields: Object.fromEntries(problems.map(([name, problem]) => [keyOf(keys, name) ?? name, problem])),
  };
}

const keyOf = (keys: ReadonlyMap<string, JsonValue>, name: string): string | undefined =>
  keys.has(name) ? name : [...keys.keys()].find((key) => isSameKey(key, name));

/** Null if the RUN's reply need not be JSON. */
function requestedFields(plan: Plan, { batch: number, run }: Place): readonly ReplyField[] | null {
  const batch = batchesOf(plan).find((each) => each.number === number);
  const [, index] = run.split('/');
  if (batch === undefined || index === undefined) return null;
  const fields = analyseBatch(batch).jsonRuns.get(Number(index));
  if (fields === undefined) return null;
  // A field that GET also reads keeps its place in FIELDS.
  const columns = batch.outputs.flatMap((output) => fieldsOf(output).map(({ name }) => equalKey(name)));
  const placeOf = ({ name }: ReplyField): number => {
    const place = columns.indexOf(equalKey(name));
    return place === -1 ? columns.length : place;
  };
  return fields.toSorted((one, other) => placeOf(one) - placeOf(other));
}
