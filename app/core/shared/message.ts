import { z } from '~/core/browser/browser-zod';

/** The answer of a call that has nothing to give back but a sentence. */
export const messageSchema = z.object({ message: z.string() });
export type Message = z.output<typeof messageSchema>;
