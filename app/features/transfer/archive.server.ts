import { z } from '~/core/shared/zod';

/** Entries of an archive, in order. The manifest is first, so that it can be read before anything is unpacked. */
export const MANIFEST = 'promptwell.json';
export const DATABASE = 'app.db';
export const SECRET = 'session-secret';
export const FILES = 'files';

/** Incremented when the layout changes. Older formats stay readable. */
export const FORMAT = 1;

export const manifestSchema = z.object({
  format: z.number().int(),
  /** Version of the program that wrote the archive. */
  version: z.string(),
  exportedAt: z.string(),
});

export type Manifest = z.output<typeof manifestSchema>;

export class ArchiveError extends Error {
  override name = 'ArchiveError';
}
