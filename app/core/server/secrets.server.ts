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
  try {
    fs.writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/** A key of 32 bytes for one purpose, so that no two uses share one. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'promptwell', purpose, 32));
