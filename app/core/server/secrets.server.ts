import { hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The installation's secret: SESSION_SECRET, or one made at the first start and kept in DATA_DIR. Losing it makes
 * sealed answers unreadable, and provider keys that an administrator entered, which are asked for again.
 */
export function readInstallationSecret(configured: string | undefined, dataDir: string): string {
  if (configured !== undefined) return configured;
  const file = path.join(dataDir, 'session-secret');
  const made = randomBytes(32).toString('hex');
  try {
    fs.writeFileSync(file, made, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const kept = fs.readFileSync(file, 'utf8').trim();
  if (kept !== '') return kept;
  // The disk was full, or the machine went off, as it was written. Everybody could guess keys that are made of nothing.
  fs.writeFileSync(file, made, { mode: 0o600 });
  return made;
}

/** A key of 32 bytes for one purpose, so that no two uses share one. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'promptwell', purpose, 32));
