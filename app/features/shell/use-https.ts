import { useEffect } from 'react';

/**
 * Leads a page that was opened by plain http to the same page at the public https address: here its cookies would be
 * dropped. Only the browser knows for sure; what a server behind proxies hears may be wrong, and it would redirect in
 * circles.
 */
export function useHttps(httpsOrigin: string | undefined): void {
  useEffect(() => {
    if (httpsOrigin === undefined || isSecureContext) return;
    const { pathname, search, hash } = location;
    location.replace(httpsOrigin + pathname + search + hash);
  }, [httpsOrigin]);
}
