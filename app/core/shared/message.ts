import { z } from '~/core/browser/browser-zod';

/** The response of a call that returns only a message. */
export const messageSchema = z.object({ message: z.string() });
export type Message = z.output<typeof messageSchema>;
