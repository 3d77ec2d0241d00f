import { describe, expect, test } from 'vitest';
import { CallTrace } from './http/call-trace.js';
import { StreamedBody } from './http/streamed-body.js';
import { explainFailure, VendorErrorEvent } from './explain-failure.js';

// One answer of each kind as the vendors send them, and what it means here.

const openAi = (
  message: string,
  code: string | null,
  type = 'invalid_request_error',
  param: string | null = null,
) => ({
  error: { message, type, param, code },
});
const anthropic = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
});
const google = (code: number, status: string, message: string, details: object[] = []) => [
  { error: { code, message, status, details } },
];

const QUOTA = 'type.googleapis.com/google.rpc.QuotaFailure';
const RETRY = 'type.googleapis.com/google.rpc.RetryInfo';

const ANSWERS: [name: string, status: number, body: object, wanted: object][] = [
  [
    'Google’s wait in the body',
    429,
    google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota. Please retry in 34.07s.', [
      { '@type': QUOTA, violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }] },
      { '@type': RETRY, retryDelay: '34.5s' },
    ]),
    { kind: 'rate_limited', retryAfterMs: 34_500, certain: true },
  ],
  [
    'Google’s quota of the day',
    429,
    google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
      { '@type': QUOTA, violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] },
      { '@type': RETRY, retryDelay: '20s' },
    ]),
    { kind: 'unauthorised', message: 'The day’s quota of our key at the provider is used up.' },
  ],
  [
    'Google’s prohibited content',
    400,
    google(400, 'INVALID_ARGUMENT', 'The prompt was blocked: PROHIBITED_CONTENT'),
    { kind: 'filtered', certain: true },
  ],
  [
    'Google’s bad key',
    400,
    google(400, 'INVALID_ARGUMENT', 'API key not valid.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]),
    { kind: 'unauthorised', message: 'The provider did not accept our key.', vendorCode: 'API_KEY_INVALID' },
  ],
  [
    'Google’s context too long',
    400,
    google(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    {
      kind: 'refused',
      message: 'The prompt is too long for this model: about 1,200,000 tokens, and it takes 1,048,576.',
    },
  ],
  [
    'OpenAI’s request too large, which no wait makes smaller',
    429,
    openAi(
      'Request too large for gpt-4o in organization org-abc on tokens per min (TPM): Limit 30000, Requested 61234. The input or output tokens must be reduced in order to run successfully.',
      'rate_limit_exceeded',
      'tokens',
    ),
    { kind: 'refused', certain: true },
  ],
  [
    'OpenAI’s limit of a minute',
    429,
    openAi(
      'Rate limit reached for gpt-4o on requests per min (RPM): Limit 500, Used 500, Requested 1.',
      'rate_limit_exceeded',
      'requests',
    ),
    { kind: 'rate_limited', vendorCode: 'rate_limit_exceeded' },
  ],
  [
    'OpenAI’s hard billing limit',
    400,
    openAi('Billing hard limit has been reached', 'billing_hard_limit_reached'),
    { kind: 'unauthorised', message: 'The account of our key at the provider needs attention.' },
  ],
  [
    'OpenAI’s account that is closed',
    401,
    openAi('The OpenAI account associated with this API key has been deactivated.', 'account_deactivated'),
    { kind: 'unauthorised', message: 'The account of our key at the provider needs attention.' },
  ],
  [
    'an organization on hold',
    400,
    anthropic('invalid_request_error', 'This organization has been disabled.'),
    { kind: 'unauthorised', message: 'The account of our key at the provider needs attention.' },
  ],
  [
    'no credit',
    400,
    anthropic('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    { kind: 'unauthorised', message: 'The account at the provider has no credit left.' },
  ],
  [
    'Anthropic’s 403',
    403,
    anthropic('permission_error', 'Your API key does not have permission to use the specified resource.'),
    { kind: 'unauthorised', message: 'Our key may not use this model.', vendorCode: 'permission_error' },
  ],
  [
    'Anthropic’s context too long',
    400,
    anthropic('invalid_request_error', 'prompt is too long: 210004 tokens > 200000 maximum'),
    {
      kind: 'refused',
      message: 'The prompt is too long for this model: about 210,004 tokens, and it takes 200,000.',
    },
  ],
  [
    'OpenAI’s context too long',
    400,
    openAi(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130512 tokens.",
      'context_length_exceeded',
      'invalid_request_error',
      'messages',
    ),
    { message: 'The prompt is too long for this model: about 130,512 tokens, and it takes 128,000.' },
  ],
  [
    'context too long, by nobody knows how much',
    400,
    openAi('Your input exceeds the context window of this model.', 'context_length_exceeded'),
    { kind: 'refused', message: 'The prompt is too long for this model.' },
  ],
  [
    'llama.cpp’s context too long',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size. try increasing the context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 14_429,
        n_ctx: 8_192,
      },
    },
    { message: 'The prompt is too long for this model: about 14,429 tokens, and it takes 8,192.' },
  ],
  [
    'LM Studio’s context too long',
    400,
    {
      error:
        'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.',
    },
    { message: 'The prompt is too long for this model: about 111,490 tokens, and it takes 32,768.' },
  ],
  [
    'xAI’s context too long',
    400,
    openAi(
      "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
      'invalid_request_error',
    ),
    { message: 'The prompt is too long for this model: about 136,973 tokens, and it takes 131,072.' },
  ],
  [
    'Anthropic’s context too short for both',
    400,
    anthropic(
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
    ),
    {
      message:
        'The prompt and the longest reply together are too long for this model. Shorten the prompt, or ask for fewer output tokens.',
    },
  ],
  [
    'vLLM’s reply too long, where the prompt is not',
    400,
    openAi(
      "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 8192 tokens and your request has 5 input tokens (32000 > 8192 - 5).",
      null,
    ),
    { message: 'This model can’t write such a long reply. Ask for fewer output tokens.' },
  ],
  [
    'Anthropic’s image too large',
    400,
    anthropic(
      'invalid_request_error',
      'messages.0.content.0.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes',
    ),
    { message: 'One of the images is too large for this model. Attach a smaller one.' },
  ],
  [
    'a model that needs another API',
    404,
    openAi('This model is only supported in v1/responses and not in v1/chat/completions.', null),
    {
      kind: 'refused',
      message: 'This model needs another API of the provider than the one that is set up here.',
    },
  ],
  [
    'an unsupported parameter',
    400,
    openAi(
      "Unsupported parameter: 'temperature' is not supported with this model.",
      'unsupported_parameter',
      'invalid_request_error',
      'temperature',
    ),
    { kind: 'refused', message: 'This model does not take the setting “temperature”.' },
  ],
  [
    'Claude without a temperature, which is not gone',
    400,
    openAi('`temperature` is deprecated for this model.', 'invalid_request_error'),
    { kind: 'refused', message: 'This model does not take the setting “temperature”.' },
  ],
  [
    'OpenAI’s model that is gone',
    404,
    openAi(
      'The model `gpt-4-32k` has been deprecated, learn more here: https://platform.openai.com/docs/deprecations',
      'model_not_found',
    ),
    { kind: 'model_gone', certain: true },
  ],
  [
    'Google’s model that is gone',
    404,
    google(404, 'NOT_FOUND', 'This model models/gemini-2.0-pro is no longer available to new users.'),
    { kind: 'model_gone' },
  ],
  ['Perplexity’s old API', 404, openAi('Sonar is now the Agent API', null), { kind: 'model_gone' }],
  [
    'a model that never was',
    404,
    openAi('The model `gpt-9` does not exist or you do not have access to it.', 'model_not_found'),
    { kind: 'refused', message: 'The provider does not know this model.' },
  ],
  [
    'a picture that cannot be read',
    400,
    anthropic('invalid_request_error', 'messages.0.content.0.image.source.base64: Could not process image'),
    { kind: 'refused', message: 'The provider could not read one of the images.' },
  ],
  [
    'overload',
    529,
    anthropic('overloaded_error', 'Overloaded'),
    { kind: 'overloaded', certain: true, status: 529 },
  ],
  [
    'what nobody foresaw',
    400,
    { oops: true },
    { kind: 'refused', message: 'The provider refused the request.' },
  ],
];

function failureOf(status: number, body: object) {
  const trace = new CallTrace(new StreamedBody());
  trace.sent = true;
  trace.status = status;
  trace.errorText = JSON.stringify(body);
  return explainFailure(new Error('from an SDK'), trace, undefined);
}

test.each(ANSWERS)('%s', (_name, status, body, wanted) => {
  expect(failureOf(status, body)).toMatchObject(wanted);
});

describe('an error event', () => {
  const trace = new CallTrace(new StreamedBody());
  trace.sent = true;
  trace.status = 200;

  test('for prohibited content is the vendor’s filter', () => {
    const event = new VendorErrorEvent({
      code: 400,
      message: 'Blocked: PROHIBITED_CONTENT',
      status: 'INVALID_ARGUMENT',
    });
    expect(explainFailure(event, trace, undefined)).toMatchObject({ kind: 'filtered', certain: true });
  });

  test('for want of credit, after 200 OK, is our account', () => {
    const event = new VendorErrorEvent({
      type: 'insufficient_quota',
      code: 'insufficient_quota',
      message: 'You exceeded',
    });
    expect(explainFailure(event, trace, undefined)).toMatchObject({
      kind: 'unauthorised',
      vendorCode: 'insufficient_quota',
    });
  });

  test('that says nothing is a fault of the provider', () => {
    expect(explainFailure(new VendorErrorEvent({}), trace, undefined)).toMatchObject({
      kind: 'overloaded',
      certain: false,
    });
  });
});
