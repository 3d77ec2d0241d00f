import { z } from '~/core/browser/browser-zod';

/** The body of every error response. Some add figures or the current state. */
export const errorBodySchema = z.looseObject({
  message: z.string().check(z.minLength(1), z.describe('A sentence for the person who caused it.')),
  code: z.optional(z.string()).check(z.describe('For programs.')),
  errors: z.optional(z.array(z.string())).check(z.describe('Each complaint by itself.')),
  retryAfterSeconds: z.optional(z.number()),
  requestId: z.optional(z.string()).check(z.describe('Of a fault on our side: it stands in the log.')),
});
export type ErrorBody = z.output<typeof errorBodySchema>;
