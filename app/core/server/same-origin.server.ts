/** The parts of a request that the check needs; `header` takes a lower-case name. */
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
 * True if a browser sent this request on behalf of another site. Such requests may read but not write.
 *
 * - Scripts with a bearer token are exempt: browsers never add that header by themselves.
 * - `Sec-Fetch-Site` decides if it is sent (https and localhost).
 * - Otherwise `Origin` must match this site: the Host header or, behind a proxy, APP_URL. If APP_URL is https, an http
 * origin doesn't match, since it can be forged in transit.
 * - With neither header it is no current browser; its SameSite=Lax cookie would not have been sent either.
 */
export function isCrossSite(request: IncomingRequest, appUrl: string | undefined): boolean {
  if (SAFE_METHODS.has(request.method.toUpperCase())) return false;
  if (/^Bearer /i.test(request.header('authorization') ?? '')) return false;
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = request.header('origin');
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true; // "null": a sandboxed frame, a file, or a cross-origin redirect
  const { host, protocol } = new URL(origin);
  const publicUrl = appUrl === undefined ? undefined : new URL(appUrl);
  if (publicUrl?.protocol === 'https:' && protocol !== 'https:') return true;
  return host !== request.header('host') && host !== publicUrl?.host;
}
