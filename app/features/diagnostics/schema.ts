import type { ErrorKind } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';

export const MAX_OCR_PAGES = 50;
export const DEFAULT_OCR_PAGES = 3;

export const DIAGNOSTICS_ERRORS = {
  select_a_file: 'invalid',
  wrong_limit: 'invalid',
  unreadable: 'unprocessable',
  file_too_large: 'too-large',
  too_many_previews: 'unavailable',
} as const satisfies Readonly<Record<string, ErrorKind>>;

const STATES = ['good', 'warn', 'bad'] as const;
const healthCheckSchema = z.object({
  key: z.string(),
  title: z.string(),
  state: z.enum(STATES),
  message: z.string(),
  fix: z.string().nullable().meta({ description: 'What to do about it.' }),
});
export type HealthCheck = z.output<typeof healthCheckSchema>;

export const healthSchema = z.object({ isHealthy: z.boolean(), checks: z.array(healthCheckSchema) });
export type Health = z.output<typeof healthSchema>;

export const noFieldsSchema = z.object({});
