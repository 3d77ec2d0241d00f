import { statusFailure, type FailureRule } from './failure-messages.js';
import type { VendorError } from './read-vendor-error.js';

interface VendorErrorRow {
  /** The error's own identifiers; any of them. */
  codes?: readonly string[];
  /** Its words, where the identifier is missing or says too little. With `codes`, both must hold. */
  says?: RegExp;
  rule: FailureRule | ((error: VendorError) => FailureRule);
}

const refused = (message: string): FailureRule => ({ kind: 'refused', message, certain: true });
const ofOurKey = (message: string): FailureRule => ({ kind: 'unauthorised', message, certain: true });

/** As Claude says it from Opus 4.7 on, whatever server stands before it (looked up 2026-11-25: RooCodeInc/Roo-Code#12162). */
const DEPRECATED_SETTING = /\b(temperature|top_[pk])\b.{0,3} is deprecated/i;

const ACCOUNT = 'The account of our key at the provider needs attention.';

/**
 * Vendors' errors and what they mean here, looked up 2026-11-22 in openai-node and anthropic-sdk-typescript (error
 * types), developers.openai.com/api/docs/guides/error-codes, platform.claude.com/docs/en/api/errors and
 * ai.google.dev/gemini-api/docs/troubleshooting. The first match wins; one real-shaped answer each stands in
 * vendor-errors.test.ts.
 */
const VENDOR_ERRORS: readonly VendorErrorRow[] = [
  // A quota that comes back tomorrow looks like a rate limit, and one that never comes back too.
  {
    says: /PerDay|per day|requests_per_day/i,
    rule: ofOurKey('The day’s quota of our key at the provider is used up.'),
  },
  {
    says: /request too large for|tokens per min[^]{0,200}Requested \d+.{0,40}must be reduced/i,
    rule: tooLong,
  },
  {
    codes: [
      'billing_hard_limit_reached',
      'account_deactivated',
      'organization_deactivated',
      'access_terminated',
    ],
    rule: ofOurKey(ACCOUNT),
  },
  {
    says: /organi[sz]ation (?:\S+ )?(?:is on hold|has been (?:disabled|deactivated)|must be verified)|billing hard limit/i,
    rule: ofOurKey(ACCOUNT),
  },
  {
    codes: ['insufficient_quota', 'billing_error', 'billing_not_active', 'spend_limit_reached'],
    rule: ofOurKey('The account at the provider has no credit left.'),
  },
  { says: /credit balance is too low/i, rule: ofOurKey('The account at the provider has no credit left.') },
  { codes: ['context_length_exceeded', 'string_above_max_length'], rule: tooLong },
  {
    says: /max_(?:completion_)?tokens\W{1,4}(?:is too large|must be less)|maximum allowed number of output tokens/i,
    rule: refused('This model can’t write such a long reply. Ask for fewer output tokens.'),
  },
  {
    says: /input length and .{0,4}max_tokens.{0,4} exceed context limit/i,
    rule: refused(
      'The prompt and the longest reply together are too long for this model. Shorten the prompt, or ask for fewer output tokens.',
    ),
  },
  {
    says: /prompt is too long|maximum (?:context|prompt) length|exceeds the (?:maximum number of tokens|available context size)|context length of only|greater than the context length/i,
    rule: tooLong,
  },
  {
    says: /PROHIBITED_CONTENT/,
    rule: {
      kind: 'filtered',
      message: 'The provider’s safety rules do not allow an answer to this prompt.',
      certain: true,
    },
  },
  {
    codes: ['content_filter', 'content_policy_violation', 'invalid_prompt'],
    rule: {
      kind: 'filtered',
      message: 'The provider’s safety rules do not allow this prompt.',
      certain: true,
    },
  },
  {
    says: /not a chat model|only supported in v1\/responses|not supported (?:in|with) the v1\/|use the (?:Responses|completions) API/i,
    rule: refused('This model needs another API of the provider than the one that is set up here.'),
  },
  { says: DEPRECATED_SETTING, rule: unsupported },
  {
    says: /(?:has been|was|is) (?:deprecated|retired|shut ?down|discontinued)|no longer (?:available|supported)|is now the Agent API/i,
    rule: { kind: 'model_gone', message: 'The provider no longer offers this model.', certain: true },
  },
  { codes: ['unsupported_parameter', 'unsupported_value'], rule: unsupported },
  { codes: ['model_not_found', 'not_found_error'], rule: statusFailure(404) },
  {
    codes: ['invalid_image', 'image_parse_error', 'unsupported_image', 'invalid_base64'],
    rule: refused('The provider could not read one of the images.'),
  },
  {
    says: /image exceeds [\d.]+ MB maximum|image dimensions exceed max allowed size/i,
    rule: refused('One of the images is too large for this model. Attach a smaller one.'),
  },
  { says: /could not process image/i, rule: refused('The provider could not read one of the images.') },
  // Of transcriptions, as answers quoted in the threads of openai-python, openai-node and their users say them.
  {
    says: /audio duration [\d.]+ seconds is longer than/i,
    rule: refused('This recording is longer than the model takes. Cut it into parts.'),
  },
  {
    says: /Invalid file format\. Supported formats|audio file (?:might be corrupted|could not be decoded|is too short)/i,
    rule: refused('The provider couldn’t read this recording.'),
  },
  { codes: ['permission_error', 'PERMISSION_DENIED'], rule: statusFailure(403) },
  { codes: ['authentication_error', 'invalid_api_key', 'API_KEY_INVALID'], rule: statusFailure(401) },
  { codes: ['rate_limit_error', 'rate_limit_exceeded', 'RESOURCE_EXHAUSTED'], rule: statusFailure(429) },
  { codes: ['overloaded_error', 'UNAVAILABLE'], rule: statusFailure(503) },
];

/** What an error means beyond its status; undefined when the table knows nothing of it. */
export function meaningOf(error: VendorError): FailureRule | undefined {
  const row = VENDOR_ERRORS.find(
    ({ codes, says }) =>
      (codes === undefined || codes.some((code) => error.codes.includes(code))) &&
      (says === undefined || says.test(error.text)),
  );
  return typeof row?.rule === 'function' ? row.rule(error) : row?.rule;
}

/** By how much, where the vendor says it: the two largest numbers of its sentence are what was sent and what is taken. */
function tooLong({ text }: VendorError): FailureRule {
  const numbers = [...text.matchAll(/\b\d[\d,]{2,11}\b/g)].map(([each]) => Number(each.replaceAll(',', '')));
  const [most = 0, taken = 0] = numbers.filter((each) => each >= 1_000).sort((a, b) => b - a);
  const isKnown = taken > 0 && most > taken;
  const figures = `: about ${most.toLocaleString('en-US')} tokens, and it takes ${taken.toLocaleString('en-US')}`;
  return refused(`The prompt is too long for this model${isKnown ? figures : ''}.`);
}

function unsupported({ param, text }: VendorError): FailureRule {
  const setting = param ?? DEPRECATED_SETTING.exec(text)?.[1];
  return refused(
    setting === undefined
      ? 'This model does not take one of the settings.'
      : `This model does not take the setting “${setting}”.`,
  );
}
