import type { ErrorKind } from '~/core/shared/errors';
import type { RateLimit } from '~/core/server/rate-limits.server';
import { z } from '~/core/shared/zod';
import { COMPLETION_ERRORS } from '~/features/completions/index.server';

export const TRANSCRIPTION_RATE_LIMIT: RateLimit = {
  name: 'transcriptions',
  points: 20,
  perSeconds: 60,
  message: 'Too many recordings at once.',
};

export const transcriptionQuerySchema = z.object({
  name: z.string().trim().min(1, 'Include the file’s name: its extension says what it is.').max(255),
});

export const TRANSCRIPTION_ERRORS = {
  ...COMPLETION_ERRORS,
  attachment_invalid: 'unprocessable',
  too_many_documents: 'unavailable',
  transcription_needs_balance: 'payment-required',
  transcription_not_set_up: 'unavailable',
} as const satisfies Readonly<Record<string, ErrorKind>>;
