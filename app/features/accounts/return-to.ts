const BASE = 'http://this-site.invalid';

/**
 * Where to go after signing in: a path of this site, or undefined. Everything a browser could read as another site
 * is refused: `//host`, `/\host`, `https:…`, control characters, and addresses that only become one when resolved.
 */
export function safeReturnTo(value: string | null | undefined): string | undefined {
  if (!value || value.length > 2000 || !value.startsWith('/')) return undefined;
  if (/[\\\p{Cc}]/u.test(value)) return undefined;
  const url = URL.canParse(value, BASE) ? new URL(value, BASE) : undefined;
  if (url?.origin !== BASE) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') ? undefined : path;
}

/** The address of an account screen that passes on where one was going. */
export const withReturnTo = (path: string, returnTo: string | null): string =>
  returnTo === null ? path : `${path}?${new URLSearchParams({ returnTo }).toString()}`;
