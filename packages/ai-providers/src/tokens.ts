import { createRequire } from 'node:module';
import type * as Encoding from 'gpt-tokenizer/GptEncoding';
import type { Call, Message } from './contract.js';
import { JSON_INSTRUCTION_TOKENS } from './json-answers.js';
import { binariesOf, isImage, textOfMessage } from './message-parts.js';
import { inTurn } from './take-turns.js';
import { tokenRuleFor } from './token-rules.js';

/** Merging is quadratic in the length of an unbroken run, so longer runs are cut to this. */
const LONGEST_RUN_CHARS = 128;
const LONG_RUN = /[\p{L}\p{M}]{129,}|[^\s\p{L}\p{N}]{129,}|\s{129,}/gu;
const RUN_PIECE = /.{1,128}/gsu;

/** One slice takes a millisecond or two, and some ten on hostile text. */
const SLICE_CHARS = 4 * 1024;
/** So far back from its end a slice looks for a blank to end before, as a token begins with one. */
const LOOK_BACK_CHARS = 256;

/** After so many tokens (about a second's work on hostile text) the rest counts by its bytes, never less. */
const MOST_TOKENS_COUNTED = 1_000_000;

/** Of a document that is sent as it is: more than it can cost. */
const BYTES_A_DOCUMENT_TOKEN = 2;

/** User text is never control text: `<|endoftext|>` counts as the characters that it is. */
const PLAIN = { disallowedSpecial: new Set<string>() };

type RawRanks = ReturnType<Parameters<typeof Encoding.GptEncoding.getEncodingApi>[1]>;

let tokenizer: Encoding.GptEncoding | undefined;

/** Loaded at first use: 100 ms and 65 MB that a server at rest does not spend. */
function loadTokenizer(): Encoding.GptEncoding {
  if (!tokenizer) {
    const require = createRequire(import.meta.url);
    const { GptEncoding } = require('gpt-tokenizer/GptEncoding') as typeof Encoding;
    tokenizer = GptEncoding.getEncodingApi(
      'o200k_base',
      () => require('@promptwell/ai-providers/o200k-ranks.json') as RawRanks,
    );
    tokenizer.setMergeCacheSize(20_000);
  }
  return tokenizer;
}

/**
 * Tokens of a text as the model's vendor would bill it: exact for OpenAI and Demo, else leaning upwards. Counted in
 * slices, between which others have their turn.
 */
export async function countTokens(text: string, model: string): Promise<number> {
  const rule = tokenRuleFor(model);
  const extra = rule.extraPerNonAsciiChar === 0 ? 0 : countNonAscii(text) * rule.extraPerNonAsciiChar;
  return Math.ceil((await countO200k(text)) * rule.factor + extra);
}

/** Input tokens of a whole request: texts, the frame around each message, and pictures at their most. */
export async function countMessages(
  messages: readonly Message[],
  model: string,
  { format }: Pick<Call, 'format'> = {},
): Promise<number> {
  const rule = tokenRuleFor(model);
  let tokens = rule.perRequest + (format ? JSON_INSTRUCTION_TOKENS : 0);
  if (format?.schema) tokens += await countTokens(JSON.stringify(format.schema.schema), model);
  for (const message of messages) {
    tokens += rule.perMessage + (await countTokens(textOfMessage(message), model));
    for (const { part, bytes } of binariesOf(message)) {
      tokens += isImage(part) ? rule.perImage : Math.ceil(bytes.length / BYTES_A_DOCUMENT_TOKEN);
    }
  }
  return tokens;
}

/** The most that one picture can count; smaller ones count less with most vendors. */
export const mostTokensOfImage = (model: string): number => tokenRuleFor(model).perImage;

async function countO200k(text: string): Promise<number> {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    if (tokens >= MOST_TOKENS_COUNTED) return tokens + Buffer.byteLength(text.slice(at));
    const slice = text.slice(at, endOfSlice(text, at));
    tokens += await inTurn(() => countSlice(slice));
    at += slice.length;
  }
  return tokens;
}

/** Before a blank where there is one; never between the two halves of a surrogate pair. */
function endOfSlice(text: string, at: number): number {
  const end = Math.min(at + SLICE_CHARS, text.length);
  if (end === text.length) return end;
  const blank = text.lastIndexOf(' ', end);
  if (blank > end - LOOK_BACK_CHARS && text[blank - 1] !== ' ') return blank;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

function countSlice(slice: string): number {
  const encoding = loadTokenizer();
  const count = (text: string): number => encoding.countTokens(text, PLAIN);
  if (slice.length <= LONGEST_RUN_CHARS) return count(slice);
  let tokens = 0;
  let at = 0;
  for (const { 0: run, index } of slice.matchAll(LONG_RUN)) {
    tokens += count(slice.slice(at, index));
    for (const [piece] of run.matchAll(RUN_PIECE)) tokens += count(piece);
    at = index + run.length;
  }
  return tokens + count(slice.slice(at));
}

function countNonAscii(text: string): number {
  let chars = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) chars++;
  return chars;
}
