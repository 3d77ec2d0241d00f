import { ProviderFailure } from '@promptwell/ai-providers/contract';
import type { ApiDialect } from '~/core/edge/api-dialect.server';
import type { ErrorAnswer } from '~/core/edge/reply.server';
import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';

export const openAiErrorSchema = z.object({
  error: z.object({
    message: z.string().meta({ description: 'A sentence for the person who caused it.' }),
    type: z.string(),
    param: z.string().nullable().meta({ description: 'The field that it is about.' }),
    code: z.string().nullable(),
  }),
});
type OpenAiError = z.output<typeof openAiErrorSchema>['error'];

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
};

/** OpenAI's own codes for ours, and the status or the field if they differ. */
const CODES: Readonly<Record<string, { code: string; status?: number; param?: string }>> = {
  invalid: { code: 'invalid_value' },
  no_such_address: { code: 'unknown_url' },
  rate_limited: { code: 'rate_limit_exceeded' },
  provider_rate_limited: { code: 'rate_limit_exceeded' },
  too_many_at_once: { code: 'rate_limit_exceeded' },
  unknown_model: { code: 'model_not_found', status: 404, param: 'model' },
  price_missing: { code: 'model_not_found', status: 404, param: 'model' },
  provider_model_gone: { code: 'model_not_found', status: 404, param: 'model' },
  request_too_long: { code: 'context_length_exceeded', param: 'messages' },
  moderation_blocked: { code: 'content_policy_violation', param: 'messages' },
  tools_unsupported: { code: 'unsupported_parameter', param: 'tools' },
  attachment_invalid: { code: 'invalid_value', param: 'messages' },
};

const KEY_REFUSED =
  'The API key is missing or no longer valid. Send a key from Settings as Authorization: Bearer YOUR_KEY.';

/** The errors of OpenAI's API (https://platform.openai.com/docs/guides/error-codes). */
export const OPENAI_DIALECT: ApiDialect = {
  prefix: '/v1/',
  error: { name: 'OpenAiError', schema: openAiErrorSchema },
  exposedHeaders: ['X-Request-Id', 'X-Promptwell-Cost-Usd', 'X-Idempotent-Replayed', 'Retry-After'],
  describeError(answer, thrown) {
    const { code, status, param } = translate(answer, thrown);
    const error: OpenAiError = {
      message: status === 401 ? KEY_REFUSED : answer.body.message,
      type: TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
      param,
      code,
    };
    return { status, body: { error } satisfies z.input<typeof openAiErrorSchema> };
  },
};

function translate(
  { status, body }: ErrorAnswer,
  thrown: unknown,
): { status: number; code: string | null; param: string | null } {
  const known = CODES[body.code ?? ''];
  const own = typeof body.param === 'string' ? body.param : undefined;
  const field = thrown instanceof DomainError ? thrown.field : undefined;
  const param = own ?? field ?? known?.param ?? null;
  if (status === 401) return { status, code: 'invalid_api_key', param };
  // Clients repeat a 429, which would not help here.
  if (status === 402) return { status, code: 'insufficient_quota', param };
  if (isFiltered(thrown)) return { status, code: 'content_policy_violation', param: 'messages' };
  return { status: known?.status ?? status, code: known?.code ?? body.code ?? null, param };
}

/** Whether the vendor's own filter withheld the reply. */
const isFiltered = (thrown: unknown): boolean =>
  thrown instanceof DomainError &&
  thrown.cause instanceof ProviderFailure &&
  thrown.cause.kind === 'filtered';
