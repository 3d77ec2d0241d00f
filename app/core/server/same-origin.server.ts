/** What the check needs of a request; `header` reads one by its lower-case name. */
export interface IncomingRequest {
  method: string;
  header(name: string): string | undefined;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const CROSS_SITE_REFUSAL = {
  message: 'This request came from another site and was refused.',
  code: 'cross_site',
} as const;

/**
 * True when a browser sent this request on behalf of another site. Such requests may read, never act.
 *
 * - Scripts with a bearer token are exempt: no browser adds that header by itself.
 * - `Sec-Fetch-Site` is the browser's own word and decides where it is sent (https and localhost).
 * - Else `Origin` must name this site: the Host asked for, or the public address (APP_URL) behind a proxy. A page by
 *   http is another site where the public address is https: whoever is between can write it.
 * - Neither header: no browser of today; its SameSite=Lax cookie would not have come along either.
 */
export function isCrossSite(request: IncomingRequest, appUrl: string | undefined): boolean {
  if (SAFE_METHODS.has(request.method.toUpperCase())) return false;
  if (/^Bearer /i.test(request.header('authorization') ?? '')) return false;
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = request.header('origin');
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true; // "null": a sandboxed frame, a file, a redirect between sites
  const { host, protocol } = new URL(origin);
  const publicUrl = appUrl === undefined ? undefined : new URL(appUrl);
  if (publicUrl?.protocol === 'https:' && protocol !== 'https:') return true;
  return host !== request.header('host') && host !== publicUrl?.host;
}
