import { z } from '~/core/browser/browser-zod';

/** What every answer says that is an error. Some bring more: figures, or what has changed meanwhile. */
export const errorBodySchema = z.looseObject({
  message: z.string().check(z.minLength(1), z.describe('A sentence for the person who caused it.')),
  code: z.optional(z.string()).check(z.describe('For programs.')),
  errors: z.optional(z.array(z.string())).check(z.describe('Each complaint by itself.')),
  retryAfterSeconds: z.optional(z.number()),
  requestId: z.optional(z.string()).check(z.describe('Of a fault on our side: it stands in the log.')),
});
export type ErrorBody = z.output<typeof errorBodySchema>;
