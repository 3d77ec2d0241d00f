import { statusFailure, type FailureRule } from './failure-messages.js';
import type { VendorError } from './read-vendor-error.js';

interface VendorErrorRow {
  /** Error codes, any of which matches. */
  codes?: readonly string[];
  /** Matches the message, if the code is missing or too general. With `codes`, both must match. */
  says?: RegExp;
  /** Also applies to statuses from 500; others don't say anything about the request. */
  isServers?: true;
  rule: FailureRule | ((error: VendorError) => FailureRule);
}

const refused = (message: string): FailureRule => ({ kind: 'refused', message, certain: true });
const ofOurKey = (message: string): FailureRule => ({ kind: 'unauthorised', message, certain: true });

/** Claude's message from Opus 4.7 on, through any server (checked 2026-11-25: RooCodeInc/Roo-Code#12162). */
const DEPRECATED_SETTING = /\b(temperature|top_[pk])\b.{0,3} is deprecated/i;

/** Checked 2026-11-28: messages of OpenRouter, OpenAI, DeepSeek, vLLM and llama.cpp in user reports. */
const NO_IMAGES =
  /support image input|(?:image|vision)s?(?: input| content)? (?:is|are) not supported|does(?: not|n't) support (?:image|vision)|image_url is only supported by|unknown variant `image_url`|is not a multimodal model/i;

const NO_CREDIT =
  /credit balance is too low|insufficient (?:credits?|balance|funds)|does(?:n't| not) have any credits|(?:used all|run out of|used up).{0,30}credits|exceeded your monthly included credits|requires more credits/i;

const TOO_MANY_OUTPUT_TOKENS =
  /max_(?:completion_)?tokens\W{1,4}(?:is too large|must be less)|maximum allowed number of output tokens|range of .{0,3}max_tokens|max_?output_?tokens value of/i;

const FLAGGED =
  /flagged_input|(?:input|prompt|content)\b.{0,20} flagged|violates usage guidelines|Content Exists Risk|considered high risk/i;

const promptFiltered: FailureRule = {
  kind: 'filtered',
  message: 'The provider’s safety rules do not allow this prompt.',
  certain: true,
};

const LOCATION = 'The provider does not serve the country in which this server stands.';

const ACCOUNT = 'The account of our key at the provider needs attention.';

/**
 * Vendor errors and their meaning, checked 2026-11-22 in openai-node and anthropic-sdk-typescript (error types),
 * developers.openai.com/api/docs/guides/error-codes, platform.claude.com/docs/en/api/errors and
 * ai.google.dev/gemini-api/docs/troubleshooting. The first match wins; vendor-errors.test.ts has a realistic response
 * for each.
 */
const VENDOR_ERRORS: readonly VendorErrorRow[] = [
  // Problems of self-hosted servers.
  {
    isServers: true,
    says: /out of memory|requires more (?:system )?memory|not enough memory/i,
    rule: refused('The provider’s server has too little memory for this model or request.'),
  },
  {
    isServers: true,
    says: /no models? (?:is |are )?(?:currently )?loaded/i,
    rule: refused('No model is loaded on the provider’s server.'),
  },
  { isServers: true, says: NO_IMAGES, rule: refused('This model does not read images.') },
  {
    says: /request too large for|tokens per min[^]{0,200}Requested \d+.{0,40}must be reduced/i,
    rule: tooLong,
  },
  // Daily quotas, and exhausted ones, look like rate limits.
  { says: /on (?:\w+ )?(?:tokens|requests) per min|per[- ]minute rate limit/i, rule: statusFailure(429) },
  {
    says: /PerDay|per[- ]day|requests_per_day|daily (?:rate )?limit/i,
    rule: ofOurKey('The day’s quota of our key at the provider is used up.'),
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
  { says: NO_CREDIT, rule: ofOurKey('The account at the provider has no credit left.') },
  {
    says: /matching your (?:\w+ \w+ and )?data policy|no allowed providers are available/i,
    rule: ofOurKey('The privacy settings of our account at the provider leave no server for this model.'),
  },
  {
    codes: ['unsupported_country_region_territory'],
    rule: ofOurKey(LOCATION),
  },
  {
    says: /(?:user location|country, region, or territory) (?:is )?not supported/i,
    rule: ofOurKey(LOCATION),
  },
  {
    says: /incorrect api key|invalid api[ -]?key|api key (?:is )?(?:not valid|invalid|expired)/i,
    rule: statusFailure(401),
  },
  { codes: ['context_length_exceeded', 'string_above_max_length'], rule: tooLong },
  {
    says: TOO_MANY_OUTPUT_TOKENS,
    rule: refused('This model can’t write such a long reply. Ask for fewer output tokens.'),
  },
  {
    says: /input length and .{0,4}max_tokens.{0,4} exceed context limit/i,
    rule: () => BOTH_TOO_LONG,
  },
  {
    says: /prompt is too long|maximum (?:context|prompt) length|exceeds the (?:maximum number of tokens|available context size)|context length of only|greater than the context length/i,
    rule: tooLong,
  },
  {
    says: /PROHIBITED_CONTENT|output blocked by content filtering/i,
    rule: {
      kind: 'filtered',
      message: 'The provider’s safety rules do not allow an answer to this prompt.',
      certain: true,
    },
  },
  { says: FLAGGED, rule: promptFiltered },
  {
    codes: ['content_filter', 'content_policy_violation', 'invalid_prompt', 'data_inspection_failed'],
    rule: promptFiltered,
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
  { codes: ['DeploymentNotFound'], rule: refused('The provider has no deployment of this name.') },
  { codes: ['model_not_found', 'not_found_error'], rule: statusFailure(404) },
  {
    says: /maximum of \d+ PDF pages/i,
    rule: refused('A PDF has more pages than this model reads. Attach fewer of them.'),
  },
  {
    says: /the PDF specified (?:was not valid|is password protected)|could not process PDF/i,
    rule: refused('The provider could not read one of the PDFs.'),
  },
  {
    codes: ['invalid_image', 'image_parse_error', 'unsupported_image', 'invalid_base64'],
    rule: refused('The provider could not read one of the images.'),
  },
  {
    says: /image exceeds [\d.]+ MB maximum|image dimensions exceed max allowed size/i,
    rule: refused('One of the images is too large for this model. Attach a smaller one.'),
  },
  { says: /could not process image/i, rule: refused('The provider could not read one of the images.') },
  // Transcription errors, as quoted in issues of openai-python and openai-node.
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

/** The meaning of an error beyond its status; undefined if the table has no entry. */
export function meaningOf(error: VendorError, status = 400): FailureRule | undefined {
  const row = VENDOR_ERRORS.find(
    ({ codes, says, isServers }) =>
      (status < 500 || isServers === true) &&
      (codes === undefined || codes.some((code) => error.codes.includes(code))) &&
      (says === undefined || says.test(error.text)),
  );
  return typeof row?.rule === 'function' ? row.rule(error) : row?.rule;
}

/**
 * The sum as stated by OpenAI, DeepSeek, vLLM and OpenRouter: the model's limit, and the prompt's share of the request.
 */
const SUM =
  /maximum context length is (\d+) tokens[^]{0,40}you requested (?:about )?\d+ tokens \((\d+) (?:of text input|in the messages|in your prompt)/i;

const BOTH_TOO_LONG = refused(
  'The prompt and the longest reply together are too long for this model. Shorten the prompt, or ask for fewer output tokens.',
);

/** Reads by how much, if stated: the two largest numbers of the message are the request and the limit. */
function tooLong({ text }: VendorError): FailureRule {
  const [, limit, prompt] = SUM.exec(text) ?? [];
  if (limit !== undefined && prompt !== undefined) {
    return Number(prompt) <= Number(limit)
      ? BOTH_TOO_LONG
      : refused(tooLongBy(Number(prompt), Number(limit)));
  }
  const numbers = [...text.matchAll(/\b\d[\d,]{2,11}\b/g)].map(([each]) => Number(each.replaceAll(',', '')));
  const [most = 0, taken = 0] = numbers.filter((each) => each >= 1_000).sort((a, b) => b - a);
  return refused(
    taken > 0 && most > taken ? tooLongBy(most, taken) : 'The prompt is too long for this model.',
  );
}

const tooLongBy = (tokens: number, limit: number): string =>
  `The prompt is too long for this model: about ${tokens.toLocaleString('en-US')} tokens, and it takes ${limit.toLocaleString('en-US')}.`;

function unsupported({ param, text }: VendorError): FailureRule {
  const setting = param ?? DEPRECATED_SETTING.exec(text)?.[1];
  return refused(
    setting === undefined
      ? 'This model does not take one of the settings.'
      : `This model does not take the setting “${setting}”.`,
  );
}
