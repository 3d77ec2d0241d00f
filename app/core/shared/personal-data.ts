import type { ExportFile } from '~/core/shared/export-file';

/**
 * What one part of the product keeps about a person. Every feature that keeps something lists itself with the
 * accounts, so that an export is whole and a deletion deletes.
 */
export interface PersonalData {
  /** Files of the person's export, each with a name of its own. */
  exportFiles(userId: string): AsyncIterable<ExportFile>;
  /** Removes all of it that need not be kept. Must be safe to run again. */
  remove(userId: string): Promise<void>;
  /** Tables that `remove` alone empties. As long as something of the person is left in one, the daily sweep tries again. */
  ownTables?: readonly string[];
}
