import { z } from '~/core/browser/browser-zod';

export const deletedAccountSchema = z.object({ deletionId: z.uuid() });
export type DeletedAccount = z.output<typeof deletedAccountSchema>;
