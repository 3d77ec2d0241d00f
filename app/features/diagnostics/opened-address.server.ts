const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The public address of a request; undefined on localhost or behind a proxy that hides it. */
export function openedAddress(request: Request): URL | undefined {
  // The referrer has the address in the browser's address bar; the proxy may have replaced Host.
  const referrer = request.headers.get('Referer') ?? '';
  const isOwnPage = request.headers.get('Sec-Fetch-Site') === 'same-origin' && URL.canParse(referrer);
  const url = new URL(isOwnPage ? referrer : request.url);
  return LOOPBACK.test(url.hostname) ? undefined : url;
}
