import { z } from '~/core/shared/zod';
import type { ErrorKind } from '~/core/shared/errors';

export const shareSchema = z.object({
  ExpiresInDays: z.number().int().min(1).max(365).default(30),
  IncludesInstructions: z.boolean().default(false),
  Versions: z.record(z.string().max(200), z.string().max(200)).default({}).meta({
    description:
      'Of messages with several versions, the key of the one to show by the key of the first. By default the newest.',
  }),
});
export type ShareInput = z.output<typeof shareSchema>;

/** 128 random bits. */
export const shareParams = z.object({ token: z.string().regex(/^[\w-]{22}$/) });

export const SHARE_ERRORS = {
  no_such_session: 'not-found',
  sharing_off: 'conflict',
  nothing_to_share: 'conflict',
  share_too_long: 'conflict',
  share_refused: 'conflict',
  share_switched_off: 'conflict',
} as const satisfies Record<string, ErrorKind>;
