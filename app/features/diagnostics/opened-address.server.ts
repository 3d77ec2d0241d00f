const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The public address under which a browser sends a request; undefined where the request doesn't show it, as on this machine
 * itself or behind a proxy that hides it.
 */
export function openedAddress(request: Request): URL | undefined {
  // What the browser's bar shows: the proxy may have put another Host in its place.
  const referrer = request.headers.get('Referer') ?? '';
  const isOwnPage = request.headers.get('Sec-Fetch-Site') === 'same-origin' && URL.canParse(referrer);
  const url = new URL(isOwnPage ? referrer : request.url);
  return LOOPBACK.test(url.hostname) ? undefined : url;
}
