import { COMPLETION_ERRORS, idempotencyHeaders } from '~/features/completions/index.server';
import type { ErrorKind } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';

const MEGABYTE = 1024 * 1024;

/** As on screen. */
export const V1_BODY_BYTES = { free: 4 * MEGABYTE, pro: 32 * MEGABYTE } as const;

export const v1IdempotencyHeaders = z.object({
  'idempotency-key': idempotencyHeaders.shape['x-idempotency-key'].optional(),
});

/** Our own codes; OPENAI_DIALECT translates them. */
export const V1_ERRORS = {
  ...COMPLETION_ERRORS,
  unsupported_parameter: 'invalid',
  invalid_value: 'invalid',
  tools_unsupported: 'invalid',
  missing_required_parameter: 'invalid',
} as const satisfies Readonly<Record<string, ErrorKind>>;
