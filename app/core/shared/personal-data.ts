import type { ExportFile } from '~/core/shared/export-file';

/**
 * A feature's personal data. Every feature that stores some registers here, so that exports are complete and deletions
 * delete.
 */
export interface PersonalData {
  /** Files for the user's data export, each with a unique name. */
  exportFiles(userId: string): AsyncIterable<ExportFile>;
  /** Removes everything that need not be retained. Must be idempotent. */
  remove(userId: string): Promise<void>;
  /** Tables that only `remove` empties. While rows of the user remain, the daily sweep retries. */
  ownTables?: readonly string[];
}
