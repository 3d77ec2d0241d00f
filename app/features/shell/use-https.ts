import { useEffect } from 'react';

/**
 * Redirects pages opened by plain http to APP_URL, since cookies would be dropped. Done in the browser because behind
 * proxies the server can't reliably know the protocol and might redirect in a loop.
 */
export function useHttps(httpsOrigin: string | undefined): void {
  useEffect(() => {
    if (httpsOrigin === undefined || isSecureContext) return;
    const { pathname, search, hash } = location;
    location.replace(httpsOrigin + pathname + search + hash);
  }, [httpsOrigin]);
}
