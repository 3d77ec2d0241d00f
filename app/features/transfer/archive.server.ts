import { z } from '~/core/shared/zod';

/** What an archive holds, in this order. The first says what it is, so that it is read before anything is unpacked. */
export const MANIFEST = 'promptwell.json';
export const DATABASE = 'app.db';
export const SECRET = 'session-secret';
export const FILES = 'files';

/** Raised when an archive's layout changes: a program reads its own and older ones. */
export const FORMAT = 1;

export const manifestSchema = z.object({
  format: z.number().int(),
  /** Of the program that wrote it. */
  version: z.string(),
  exportedAt: z.string(),
});

export type Manifest = z.output<typeof manifestSchema>;

export class ArchiveError extends Error {
  override name = 'ArchiveError';
}
