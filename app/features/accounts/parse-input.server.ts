import type { z } from 'zod';
import { DomainError } from '~/core/shared/errors';

/** Checks what somebody sent. The error's message joins every complaint, word for word; `errors` lists them. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const errors = [...new Set(result.error.issues.map((issue) => issue.message))];
  throw new DomainError('invalid', errors.join('. '), { code: 'invalid', errors });
}
