import { createHmac, timingSafeEqual } from 'node:crypto';
import { newSecret } from '~/core/server/session.server';

/**
 * A mark that a browser keeps after its person signed in there. It opens nothing; it only lets that browser try a
 * password while strangers have used up everybody else's tries (docs/decisions/0004-login-throttling.md).
 */
export interface KnownBrowsers {
  mark(email: string): string;
  /** The mark's own name when it is ours and for this address. */
  recognise(mark: string | undefined, email: string): string | undefined;
}

export const KNOWN_BROWSER_COOKIE = 'promptwell_browser';
export const KNOWN_BROWSER_DAYS = 365;

export function createKnownBrowsers(key: Buffer): KnownBrowsers {
  const sign = (id: string, email: string): string =>
    createHmac('sha256', key).update(`${id}\n${email}`).digest('base64url');
  return {
    mark: (email) => {
      const id = newSecret();
      return `${id}.${sign(id, email)}`;
    },
    recognise: (mark, email) => {
      const [id = '', signature = ''] = (mark ?? '').split('.');
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(id, email));
      return id !== '' && given.length === expected.length && timingSafeEqual(given, expected)
        ? id
        : undefined;
    },
  };
}
