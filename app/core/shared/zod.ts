// Imported as a namespace: a named import bundles zod's forty locales.
import * as z from 'zod';

// Compiled schemas need `new Function`, which our content security policy forbids in the browser.
if (typeof document !== 'undefined') z.config({ jitless: true });

z.config({ customError: (issue) => sentenceOf(issue) });

/** zod with readable messages. All schemas of the application use it. */
export { z };

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

type RawIssue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0];

/**
 * Default messages. They begin in lower case because the field's name is prepended; messages in schemas are whole
 * sentences.
 */
function sentenceOf(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${sizeVerb(issue.origin)} at least ${sizeText(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must ${sizeVerb(issue.origin)} at most ${sizeText(issue.origin, issue.maximum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`;
    case 'unrecognized_keys':
      return `has no field ${issue.keys.join(', ')}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an email address' : 'has the wrong format';
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : 'has the wrong format';
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
      return undefined;
  }
}

const sizeVerb = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have' : 'be');
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function sizeText(origin: string, size: number | bigint): string {
  const unit = UNITS[origin]?.[Number(size) === 1 ? 0 : 1];
  return unit === undefined ? String(size) : `${String(size)} ${unit}`;
}

/** zod requires every integer to be safe, whatever the schema's own bound. */
const isSafetyBound = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) ||
  (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER);

/** Reports one bound: the schema's own instead of zod's. */
const worthSaying = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  issues.filter(
    (issue) =>
      !isSafetyBound(issue) ||
      !issues.some((other) => !isSafetyBound(other) && String(other.path) === String(issue.path)),
  );

/** Issues as sentences: a schema's own message as is, others with the name of the field. */
export const describeIssues = (issues: readonly z.core.$ZodIssue[]): string[] =>
  worthSaying(issues).map(({ path, message }) => {
    if (!/^\p{Ll}/u.test(message)) return message;
    return `${path.length === 0 ? 'The input' : path.join('.')} ${message}`;
  });

/**
 * The field of the first issue, such as `messages[0].content`; undefined for the input itself. Of a union, the field of
 * the alternative that fits best.
 */
export function pathOfIssue(issues: readonly z.core.$ZodIssue[]): string | undefined {
  const [issue] = worthSaying(issues);
  const path = issue && deepestPath(issue);
  if (!path || path.length === 0) return undefined;
  const text = path.map((part) => (typeof part === 'number' ? `[${String(part)}]` : `.${String(part)}`));
  return text.join('').replace(/^\./, '');
}

function deepestPath(issue: z.core.$ZodIssue): readonly PropertyKey[] {
  if (issue.code !== 'invalid_union') return issue.path;
  const inside = issue.errors.flatMap(([first]) => (first ? [deepestPath(first)] : []));
  const deepest = inside.reduce((most, path) => (path.length > most.length ? path : most), []);
  return [...issue.path, ...deepest];
}

/** Parses a URL's query leniently: an invalid part counts as absent. All fields of the schema must be optional. */
export const readLeniently = <Schema extends z.ZodObject>(
  { shape }: Schema,
  given: Readonly<Record<string, unknown>>,
): z.output<Schema> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      const read = z.safeParse(field, given[name]);
      return [name, read.success ? read.data : z.parse(field, undefined)];
    }),
  ) as z.output<Schema>;

/** Rejects line breaks and control characters: names go into mails, where an extra line could forge content. */
export const LINE_OR_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
