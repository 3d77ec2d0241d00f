import * as z from 'zod';

/** A vendor's error in common terms. Its text is matched, and shown to administrators only. */
export interface VendorError {
  /** Error codes, the most specific first. */
  codes: readonly string[];
  text: string;
  /** The rejected setting. */
  param: string | undefined;
  /** The wait stated in the body. */
  retryAfterMs: number | undefined;
  /** The HTTP status of an error event, if stated. */
  status: number | undefined;
  /** The message, if there is one. */
  sentence: string | undefined;
}

const text = z.string().optional().catch(undefined);

/** OpenAI `{code, type, param}`, Anthropic `{type, details: {error_code}}`, Google `{status, details: [...]}`. */
const errorSchema = z.object({
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  type: text,
  status: text,
  message: text,
  param: text,
  /** The upstream error at OpenRouter. */
  metadata: z.object({ raw: text }).optional().catch(undefined),
  details: z
    .union([
      z.object({ error_code: text }).transform(({ error_code }) => [{ error_code }]),
      z.array(z.looseObject({ error_code: text, reason: text, retryDelay: text })),
    ])
    .optional()
    .catch(undefined),
});

/** Reads `{error: {…}}`, Google's `[{error: {…}}]`, or the inner object of either. */
export function readVendorError(body: unknown): VendorError {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const outer = z.object({ error: z.looseObject({}) }).safeParse(first);
  const inner: unknown = outer.success ? outer.data.error : first;
  const parsed = errorSchema.safeParse(inner);
  const { code, type, status, param, message, metadata, details = [] } = parsed.success ? parsed.data : {};
  const facts = details as { error_code?: string; reason?: string; retryDelay?: string }[];
  const codes = [
    ...facts.flatMap(({ error_code, reason }) => [error_code, reason]),
    typeof code === 'string' ? code : undefined,
    type,
    status,
  ];
  return {
    codes: codes.filter((each) => each !== undefined).filter(isIdentifier),
    text: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
    param: param !== undefined && /^[\w.[\]]{1,60}$/.test(param) ? param : undefined,
    status: typeof code === 'number' && code >= 400 && code < 600 ? code : undefined,
    sentence: tidy([message ?? otherSentence(first), metadata?.raw].filter(Boolean).join(' ')),
    retryAfterMs: facts.map(({ retryDelay }) => secondsOf(retryDelay)).find((each) => each !== undefined),
  };
}

const words = z.union([z.string(), z.array(z.string()).transform((all) => all.join(' '))]);
const placed = z.array(
  z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])).optional() }),
);
/**
 * LM Studio, Ollama and xAI: `{error: "…"}`; Mistral: `{message}`; FastAPI servers: `{detail}`, with a location each.
 */
const otherShapes = z.union([
  z.string(),
  z.object({ error: words }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: words }).transform(({ detail }) => detail),
  z
    .object({ detail: placed })
    .transform(({ detail }) =>
      detail.map(({ msg, loc = [] }) => [loc.join('.'), msg].filter(Boolean).join(': ')),
    )
    .transform((all) => all.join(' ')),
]);
const otherSentence = (body: unknown): string | undefined => otherShapes.safeParse(body).data;

const LONGEST_SENTENCE = 500;

/** Undefined for a web page. */
function tidy(sentence: string): string | undefined {
  const line = sentence.replace(/\s+/g, ' ').trim();
  if (line === '' || line.startsWith('<')) return undefined;
  return line.length > LONGEST_SENTENCE ? `${line.slice(0, LONGEST_SENTENCE)}…` : line;
}

/** Google's durations: `34s`, `0.5s`. */
function secondsOf(duration: string | undefined): number | undefined {
  const seconds = /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(duration ?? '')?.[1];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

/** Accepts identifiers only: longer text might contain what must not be logged. */
const isIdentifier = (code: string): boolean => /^[\w.-]{1,48}$/.test(code) && !code.startsWith('sk-');
