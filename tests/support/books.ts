import path from 'node:path';
import { reconcileFile } from '../../app/features/ledger/index.server';

/** Errors that `npm run ledger:check` finds in the books of a server, which may be running. */
export async function faultsInBooks(dataDir: string): Promise<string[]> {
  return [...(await reconcileFile(path.join(dataDir, 'app.db'), Date.now())).faults];
}
