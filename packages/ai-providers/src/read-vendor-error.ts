import * as z from 'zod';

/** What a vendor's error says, in the terms of any of them. Its prose is searched and never shown. */
export interface VendorError {
  /** Identifiers of the error, the most telling first. */
  codes: readonly string[];
  text: string;
  /** The setting that was refused. */
  param: string | undefined;
  /** How long to wait, as the body says it. */
  retryAfterMs: number | undefined;
}

const text = z.string().optional().catch(undefined);

/** OpenAI `{code, type, param}`, Anthropic `{type, details: {error_code}}`, Google `{status, details: [...]}`. */
const errorSchema = z.object({
  code: text,
  type: text,
  status: text,
  message: text,
  param: text,
  details: z
    .union([
      z.object({ error_code: text }).transform(({ error_code }) => [{ error_code }]),
      z.array(z.looseObject({ error_code: text, reason: text, retryDelay: text })),
    ])
    .optional()
    .catch(undefined),
});

/** Reads `{error: {…}}`, Google's `[{error: {…}}]`, or the inside of either. */
export function readVendorError(body: unknown): VendorError {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const outer = z.object({ error: z.looseObject({}) }).safeParse(first);
  const inner: unknown = outer.success ? outer.data.error : first;
  const parsed = errorSchema.safeParse(inner);
  const { code, type, status, param, details = [] } = parsed.success ? parsed.data : {};
  const facts = details as { error_code?: string; reason?: string; retryDelay?: string }[];
  const codes = [...facts.flatMap(({ error_code, reason }) => [error_code, reason]), code, type, status];
  return {
    codes: codes.filter((each) => each !== undefined).filter(isIdentifier),
    text: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
    param: param !== undefined && /^[\w.]{1,40}$/.test(param) ? param : undefined,
    retryAfterMs: facts.map(({ retryDelay }) => secondsOf(retryDelay)).find((each) => each !== undefined),
  };
}

/** Google's durations: `34s`, `0.5s`. */
function secondsOf(duration: string | undefined): number | undefined {
  const seconds = /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(duration ?? '')?.[1];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

/** An identifier only: anything longer might carry what must not be logged. */
const isIdentifier = (code: string): boolean => /^[\w.-]{1,48}$/.test(code) && !code.startsWith('sk-');
