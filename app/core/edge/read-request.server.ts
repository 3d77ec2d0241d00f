import { setImmediate } from 'node:timers/promises';
import { parseWithZod } from '@conform-to/zod/v4';
import PQueue from 'p-queue';
import { safeParse, type $ZodType, type output as OutputOf } from 'zod/v4/core';
import { DomainError } from '~/core/shared/errors';
import { storableForm, storableJson } from '~/core/shared/storable-text';
import { describeIssues, pathOfIssue } from '~/core/shared/zod';
import { SMALL_BODY_BYTES } from './body-memory-limiter.server';
import { createValueCounter } from './count-values.server';
import { formSchema } from './form-schema.server';

export const DEFAULT_BODY_BYTES = 64 * 1024;
/** A body occupies memory that others wait for, so a slower upload is aborted; a small one has half a minute. */
const MIN_BYTES_PER_SECOND = 16 * 1024;
const SLOW_AFTER_MS = 30_000;
/** In a JSON body: far more than any form or history has, and parsed in about 30 ms. */
const MAX_VALUES = 200_000;
/** Of a form: a name that comes again and again would be joined to its list anew each time. */
const MAX_FIELDS = 1_000;
/**
 * Names of fields that none of our forms has: a place far out in a list (each one before it would be checked), one that
 * nests without end, and those by which Conform would change lists before it reads them.
 */
const STRANGE_NAME = /\[\d{3,}\]|^.{201}|^__(?:intent|state)__$/s;

const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

/** Validates a value; the error's message has every problem, and `errors` lists them. */
export function check<Schema extends $ZodType>(schema: Schema, value: unknown): OutputOf<Schema> {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw wrongFields(describeIssues(result.error.issues), pathOfIssue(result.error.issues));
}

export const readQuery = (request: Request, schema: $ZodType): unknown =>
  check(schema, Object.fromEntries(new URL(request.url).searchParams));

export const readHeaders = (request: Request, schema: $ZodType): unknown =>
  check(schema, Object.fromEntries(request.headers));

/** Reads and validates a body, JSON or URL-encoded, up to its maximum size. */
export async function readBody(request: Request, schema: $ZodType, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  const absent = type === '' ? safeParse(schema, undefined) : undefined;
  if (absent?.success) return absent.data;
  if (FORM_TYPE.test(type)) {
    const fields = readFields(await readText(request, maxBytes));
    const submission = parseWithZod(fields, { ...formSchema(schema), formatError: describeIssues });
    if (submission.status === 'success') return submission.value;
    throw wrongFields(Object.values(submission.error ?? {}).flatMap((messages) => messages ?? []));
  }
  if (!JSON_TYPE.test(type)) {
    throw new DomainError(
      'unsupported-media-type',
      'Send the body as JSON, with the header Content-Type: application/json.',
      { code: 'unsupported_media_type' },
    );
  }
  const compression = request.headers.get('Content-Encoding') ?? 'identity';
  if (compression !== 'identity') {
    throw new DomainError('unsupported-media-type', `Send the body as it is, without ${compression}.`, {
      code: 'unsupported_media_type',
    });
  }
  const text = await readText(request, maxBytes, createValueCounter());
  return check(schema, await runInSlice(text.length, () => parse(text)));
}

/** The fields of a page's URL-encoded form. */
export const readForm = async (request: Request, maxBytes: number): Promise<URLSearchParams> =>
  readFields(await readText(request, maxBytes));

function readFields(text: string): URLSearchParams {
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw tooManyValues(MAX_FIELDS);
  const fields = new URLSearchParams(storableForm(text));
  if ([...fields.keys()].some((name) => STRANGE_NAME.test(name)))
    throw wrongFields(['This form has a field that can’t be read.']);
  return fields;
}

const turns = new PQueue({ concurrency: 1 });

/** In the first, the event loop accepts a new connection; in the second, it reads the request. */
const TURNS_FOR_OTHERS = 2;

/**
 * Slow work on large bodies runs one at a time, yielding to other requests before each piece. Yielding afterwards would
 * let two pieces follow each other with no request served in between.
 */
async function runInSlice<T>(size: number, work: () => T): Promise<T> {
  if (size <= SMALL_BODY_BYTES) return work();
  return turns.add(async () => {
    for (let turn = 0; turn < TURNS_FOR_OTHERS; turn += 1) await setImmediate();
    return work();
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(storableJson(text));
  } catch {
    throw new DomainError('invalid', 'The body is not valid JSON.', { code: 'invalid_json' });
  }
}

function wrongFields(complaints: readonly string[], field?: string): DomainError {
  const errors = [...new Set(complaints)];
  return new DomainError('invalid', errors.join('. ').replaceAll('.. ', '. '), {
    code: 'invalid',
    errors,
    ...(field !== undefined && { field }),
  });
}

/** The body as a stream, for handlers that read and bound it themselves. */
export const bodyPieces = ({ body }: Request): AsyncIterable<Uint8Array> | Iterable<Uint8Array> => body ?? [];

export interface LeastPace {
  minBytesPerSecond?: number;
  slowAfterMs?: number;
}

/**
 * Passes the stream on while it arrives fast enough.
 * @throws DomainError `body_too_slow`
 */
export async function* steadyPieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { minBytesPerSecond = MIN_BYTES_PER_SECOND, slowAfterMs = SLOW_AFTER_MS }: LeastPace = {},
): AsyncGenerator<Uint8Array> {
  const iterator =
    Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  let bytes = 0;
  let giveUp = (): void => undefined;
  const slow = new Promise<never>((_, reject) => {
    giveUp = () => reject(tooSlow());
  });
  const watch = setInterval(() => {
    if (bytes < (minBytesPerSecond * slowAfterMs) / 1_000) giveUp();
    bytes = 0;
  }, slowAfterMs);
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), slow]);
      if (next.done) return;
      bytes += next.value.byteLength;
      yield next.value;
    }
  } finally {
    clearInterval(watch);
    // Not awaited: it would wait for a pending piece first.
    Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** The size to expect: the declared Content-Length, or else the maximum. */
export function expectedBytes(request: Request, maxBytes: number): number {
  if (!request.body) return 0;
  const declared = request.headers.get('Content-Length');
  if (Number(declared ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return declared === null ? maxBytes : Number(declared);
}

/** Reads a body as text. Never more than the maximum is in memory. */
export async function readText(
  request: Request,
  maxBytes: number,
  countValues?: (piece: Uint8Array) => number,
): Promise<string> {
  const expected = expectedBytes(request, maxBytes);
  if (expected === 0 || !request.body) return '';
  // With a declared size, one buffer is filled, instead of keeping pieces and then joining them.
  const isDeclared = request.headers.has('Content-Length');
  const whole = Buffer.allocUnsafe(isDeclared ? expected : 0);
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of steadyPieces(bodyPieces(request))) {
    if (bytes + piece.byteLength > expected) throw tooLarge(maxBytes);
    if ((countValues?.(piece) ?? 0) > MAX_VALUES) throw tooManyValues(MAX_VALUES);
    if (isDeclared) whole.set(piece, bytes);
    else kept.push(piece);
    bytes += piece.byteLength;
  }
  return runInSlice(bytes, () => decode(isDeclared ? whole.subarray(0, bytes) : Buffer.concat(kept)));
}

/** Text in another encoding is refused: it would be stored, sent and charged as replacement characters. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError('invalid', 'The body is not text in UTF-8.', { code: 'invalid' });
  }
}

const tooLarge = (maxBytes: number): DomainError =>
  new DomainError(
    'too-large',
    `The body is larger than ${Math.floor(maxBytes / 1024).toLocaleString('en-US')} KB. Send less at once.`,
    { code: 'too_large' },
  );

const tooSlow = (): DomainError =>
  new DomainError('timed-out', 'The body came too slowly. Please send it again over a faster connection.', {
    code: 'body_too_slow',
  });

const tooManyValues = (most: number): DomainError =>
  new DomainError(
    'too-large',
    `The body holds more than ${most.toLocaleString('en-US')} values. Send fewer at once.`,
    { code: 'too_large' },
  );
