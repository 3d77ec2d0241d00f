import { createHash } from 'node:crypto';

/** 64 bits of SHA-256, in hexadecimal: enough to tell what one transaction works on from what it worked on before. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
