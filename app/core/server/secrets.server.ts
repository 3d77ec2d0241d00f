import { hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The installation's secret: SESSION_SECRET, or one generated at first start and kept in DATA_DIR. Without it, sealed
 * responses and stored provider keys can't be decrypted; administrators have to enter the keys again.
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
  // The disk was full or the power failed during the write. An empty secret would make all derived keys guessable.
  fs.writeFileSync(file, made, { mode: 0o600 });
  return made;
}

/** A 32-byte key for one purpose, so that no two uses share a key. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'promptwell', purpose, 32));
