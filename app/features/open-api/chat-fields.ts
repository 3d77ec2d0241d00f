import type { ChatRequest } from './chat-schema';
import { unsupported } from './errors';

/** What becomes of a field that isn't translated: `neutral` values change nothing, `refused` ones would change the shape. */
interface FieldRule {
  isNeutral: (value: unknown) => boolean;
  /** The sentence of the refusal; without one, the field is left out with a warning. */
  refusal?: string;
}

const is =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const never = (): boolean => false;

/** Fields that clients send besides those of the schema. */
const RULES: Readonly<Record<string, FieldRule>> = {
  n: { isNeutral: is(1), refusal: 'One request gives one reply: n must be 1.' },
  logprobs: { isNeutral: is(false), refusal: 'Log probabilities aren’t available: logprobs must be false.' },
  top_logprobs: { isNeutral: is(0), refusal: 'Log probabilities aren’t available: leave top_logprobs out.' },
  audio: { isNeutral: never, refusal: 'Replies are text: leave audio out.' },
  modalities: {
    isNeutral: (value) => Array.isArray(value) && value.every(is('text')),
    refusal: 'Replies are text: modalities may only contain "text".',
  },
  functions: {
    isNeutral: isEmpty,
    refusal: 'Functions are now called tools: send tools instead of functions.',
  },
  function_call: { isNeutral: never, refusal: 'Send tool_choice instead of function_call.' },
  store: { isNeutral: is(false), refusal: 'Replies aren’t stored here: store must be false.' },
  presence_penalty: { isNeutral: is(0) },
  frequency_penalty: { isNeutral: is(0) },
  logit_bias: { isNeutral: isEmpty },
  service_tier: { isNeutral: is('auto', 'default') },
  prompt_cache_key: { isNeutral: is('') },
  safety_identifier: { isNeutral: is('') },
};

/** Warnings for fields that aren't sent. @throws DomainError `unsupported_parameter` naming one that can't be left out */
export function checkOtherFields(request: Record<string, unknown>, known: ReadonlySet<string>): string[] {
  return Object.entries(request).flatMap(([name, value]) => {
    if (known.has(name) || value === null || value === undefined) return [];
    const rule = RULES[name];
    if (rule?.isNeutral(value)) return [];
    if (rule?.refusal !== undefined) throw unsupported(name, rule.refusal);
    return [`${name.slice(0, 64)} isn’t taken here; it was left out.`];
  });
}

/** What is used of each kind of message; other fields of it come back as a warning. */
const MESSAGE_FIELDS = new Set([
  'role',
  'content',
  'refusal',
  'tool_calls',
  'tool_call_id',
  'reasoning_content',
]);

/** One warning for all fields of messages that aren't sent, such as names. */
export function checkMessageFields(messages: ChatRequest['messages']): string[] {
  const others = new Set<string>();
  for (const [index, message] of messages.entries()) {
    for (const [name, value] of Object.entries(message)) {
      if (MESSAGE_FIELDS.has(name) || value === null || isEmpty(value)) continue;
      if (name === 'audio' || name === 'function_call')
        throw unsupported(`messages[${String(index)}].${name}`, `${name} isn’t taken in messages.`);
      others.add(name.slice(0, 64));
    }
  }
  return others.size === 0
    ? []
    : [`Of messages, ${[...others].slice(0, 10).join(', ')} isn’t taken here; it was left out.`];
}
