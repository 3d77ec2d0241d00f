import { describe, expect, test } from 'vitest';
import { WireTrace } from './http/wire-trace.js';
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
    'a sum of prompt and reply that is too long, where the prompt is not',
    400,
    openAi(
      "This model's maximum context length is 131072 tokens. However, you requested 131500 tokens (123308 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
      'invalid_request_error',
    ),
    {
      message:
        'The prompt and the longest reply together are too long for this model. Shorten the prompt, or ask for fewer output tokens.',
    },
  ],
  [
    'a sum whose prompt alone is too long',
    400,
    {
      error: {
        code: 400,
        message:
          "This endpoint's maximum context length is 32768 tokens. However, you requested about 48200 tokens (40008 of text input, 8192 in the output).",
      },
    },
    { message: 'The prompt is too long for this model: about 40,008 tokens, and it takes 32,768.' },
  ],
  [
    'OpenRouter’s flagged input, which is no missing right',
    403,
    {
      error: {
        code: 403,
        message: 'This model requires moderation. Your input was flagged.',
        metadata: { reasons: ['violence'], flagged_input: 'how do I …' },
      },
    },
    { kind: 'filtered', message: 'The provider’s safety rules do not allow this prompt.' },
  ],
  [
    'xAI’s guidelines',
    403,
    {
      code: 'The caller does not have permission',
      error: 'Content violates usage guidelines. Failed check: X',
    },
    { kind: 'filtered' },
  ],
  ['DeepSeek’s filter', 400, openAi('Content Exists Risk', 'invalid_request_error'), { kind: 'filtered' }],
  [
    'Claude’s filter of its own output',
    400,
    anthropic('invalid_request_error', 'Output blocked by content filtering policy'),
    { kind: 'filtered' },
  ],
  [
    'OpenRouter’s data policy, which is no unknown model',
    404,
    { error: { code: 404, message: 'No endpoints found matching your data policy (Free model training).' } },
    {
      kind: 'unauthorised',
      message: 'The privacy settings of our account at the provider leave no server for this model.',
    },
  ],
  [
    'an account without credits, as 403',
    403,
    {
      code: 'permission denied',
      error: 'Your newly created team doesn’t have any credits yet.'.replace('’', "'"),
    },
    { kind: 'unauthorised', message: 'The account at the provider has no credit left.' },
  ],
  [
    'DeepSeek’s account without a balance',
    400,
    openAi('Insufficient Balance', 'invalid_request_error'),
    { message: 'The account at the provider has no credit left.' },
  ],
  [
    'Ollama’s memory, as 500',
    500,
    { error: 'model requires more system memory (9.4 GiB) than is available (5.1 GiB)' },
    { kind: 'refused', message: 'The provider’s server has too little memory for this model or request.' },
  ],
  [
    'CUDA’s memory, as 400',
    400,
    openAi('CUDA out of memory. Tried to allocate 2.00 GiB', null),
    { kind: 'refused', message: 'The provider’s server has too little memory for this model or request.' },
  ],
  [
    'OpenRouter’s model without eyes',
    404,
    { error: { code: 404, message: 'No endpoints found that support image input' } },
    { kind: 'refused', message: 'This model does not read images.' },
  ],
  [
    'llama.cpp’s model without eyes, as 500',
    500,
    {
      error: {
        code: 500,
        message: 'image input is not supported - hint: you may need to provide the mmproj',
      },
    },
    { kind: 'refused', message: 'This model does not read images.' },
  ],
  [
    'DeepSeek’s model without eyes',
    400,
    openAi(
      'Failed to deserialize the JSON body: messages[0]: unknown variant `image_url`, expected `text`',
      'invalid_request_error',
    ),
    { kind: 'refused', message: 'This model does not read images.' },
  ],
  [
    'a limit of a minute that mentions days',
    429,
    openAi(
      'Rate limit reached for model `llama` on tokens per minute (TPM): Limit 6000, Used 5800, Requested 900. Please try again in 7s. Dev Tier has 500000 tokens per day.',
      'rate_limit_exceeded',
      'tokens',
    ),
    { kind: 'rate_limited' },
  ],
  [
    'a limit of a day',
    429,
    openAi(
      'Rate limit reached for model `llama` on tokens per day (TPD): Limit 100000, Used 99800, Requested 900.',
      'rate_limit_exceeded',
      'tokens',
    ),
    { kind: 'unauthorised', message: 'The day’s quota of our key at the provider is used up.' },
  ],
  [
    'OpenRouter’s limit of a day',
    429,
    {
      error: {
        code: 429,
        message: 'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock more.',
      },
    },
    { message: 'The day’s quota of our key at the provider is used up.' },
  ],
  [
    'xAI’s wrong key, as 400',
    400,
    { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***ab.' },
    { kind: 'unauthorised', message: 'The provider did not accept our key.' },
  ],
  [
    'LM Studio without a model',
    404,
    openAi('No models loaded. Please load a model in the developer page.', 'model_not_found'),
    { kind: 'refused', message: 'No model is loaded on the provider’s server.' },
  ],
  [
    'Google’s country',
    400,
    google(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
    {
      kind: 'unauthorised',
      message: 'The provider does not serve the country in which this server stands.',
    },
  ],
  [
    'OpenAI’s country',
    403,
    openAi('Country, region, or territory not supported', 'unsupported_country_region_territory'),
    { message: 'The provider does not serve the country in which this server stands.' },
  ],
  [
    'DeepSeek’s longest reply',
    400,
    openAi('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 'invalid_request_error'),
    { message: 'This model can’t write such a long reply. Ask for fewer output tokens.' },
  ],
  [
    'Google’s longest reply',
    400,
    google(
      400,
      'INVALID_ARGUMENT',
      'Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive).',
    ),
    { message: 'This model can’t write such a long reply. Ask for fewer output tokens.' },
  ],
  [
    'a PDF with too many pages',
    400,
    anthropic('invalid_request_error', 'A maximum of 100 PDF pages may be provided.'),
    { kind: 'refused', message: 'A PDF has more pages than this model reads. Attach fewer of them.' },
  ],
  [
    'Azure’s deployment that is not there',
    404,
    {
      error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
    },
    { kind: 'refused', message: 'The provider has no deployment of this name.' },
  ],
  [
    'what nobody foresaw',
    400,
    { oops: true },
    { kind: 'refused', message: 'The provider refused the request.' },
  ],
];

function failureOf(status: number, body: object) {
  const trace = new WireTrace(new StreamedBody());
  trace.sent = true;
  trace.status = status;
  trace.errorText = JSON.stringify(body);
  return explainFailure(new Error('from an SDK'), trace, undefined);
}

test.each(ANSWERS)('%s', (_name, status, body, wanted) => {
  expect(failureOf(status, body)).toMatchObject(wanted);
});

describe('the vendor’s own sentence', () => {
  const SHAPES: [name: string, body: object, sentence: string, field: string | null][] = [
    [
      'OpenAI’s, with the field',
      openAi('Invalid value.', 'invalid_value', 'invalid_request_error', 'messages[0].role'),
      'Invalid value.',
      'messages[0].role',
    ],
    [
      'LM Studio’s',
      { error: "'response_format.type' must be 'text'" },
      "'response_format.type' must be 'text'",
      null,
    ],
    ['Mistral’s', { object: 'error', message: 'Invalid model: x', code: '1500' }, 'Invalid model: x', null],
    [
      'FastAPI’s',
      { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
      'body.messages: Field required',
      null,
    ],
    [
      'OpenRouter’s, with that of the server behind it',
      { error: { code: 400, message: 'Provider returned error', metadata: { raw: 'bad  tool\nname' } } },
      'Provider returned error bad tool name',
      null,
    ],
  ];

  test.each(SHAPES)('%s', (_name, body, sentence, field) => {
    expect(failureOf(400, body).vendorDetail).toEqual({ sentence, field });
  });

  test('never quotes the key that was sent, and stays out of logs', () => {
    const trace = new WireTrace(new StreamedBody());
    Object.assign(trace, { sent: true, status: 401, secrets: ['very-secret'] });
    trace.errorText = JSON.stringify(openAi('Incorrect API key provided: very-secret.', 'invalid_api_key'));
    const failure = explainFailure(new Error('from an SDK'), trace, undefined);
    expect(failure.vendorDetail?.sentence).toBe('Incorrect API key provided: ….');
    expect(JSON.stringify(Object.entries(failure))).not.toContain('Incorrect');
  });

  test('is none where a web page came', () => {
    const trace = new WireTrace(new StreamedBody());
    Object.assign(trace, { sent: true, status: 502, errorText: '<html>Bad gateway</html>' });
    expect(explainFailure(new Error('x'), trace, undefined).vendorDetail).toBeUndefined();
  });
});

describe('an error event', () => {
  const trace = new WireTrace(new StreamedBody());
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

  test('with a status in it means what the status does', () => {
    const event = new VendorErrorEvent({ code: 429, message: 'Provider returned error' });
    expect(explainFailure(event, trace, undefined)).toMatchObject({ kind: 'rate_limited', certain: false });
  });

  test('that says nothing is a fault of the provider', () => {
    expect(explainFailure(new VendorErrorEvent({}), trace, undefined)).toMatchObject({
      kind: 'overloaded',
      certain: false,
    });
  });
});
