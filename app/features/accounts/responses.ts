import { z } from '~/core/browser/browser-zod';

export const deletedAccountSchema = z.object({ deletionId: z.uuid() });
export const confirmedEmailSchema = z.object({
  message: z.string(),
  /** Reset-link parameters, if the confirmed account has no way to log in yet. */
  choosePassword: z.optional(z.object({ email: z.string(), token: z.string() })),
});

/** messageSchema of the server, in the browser's small zod. */
export const messageSchema = z.object({ message: z.string() });

export type DeletedAccount = z.output<typeof deletedAccountSchema>;
