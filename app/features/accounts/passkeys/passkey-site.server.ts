import ipaddr from 'ipaddr.js';
import { DomainError } from '~/core/shared/errors';
import type { AccountsDeps } from '../deps.server';

/** The site that passkeys belong to. Browsers offer them on this host only. */
export type PasskeySite =
  | { isUsable: true; rpId: string; origin: string }
  | { isUsable: false; /** A sentence for the account page. */ reason: string };

/** Browsers have passkeys on https and on localhost, and never on an IP address. */
export function passkeySiteOf({ siteUrl }: Pick<AccountsDeps, 'siteUrl'>): PasskeySite {
  const { protocol, hostname, origin } = new URL(siteUrl());
  if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')))
    return { isUsable: false, reason: 'Passkeys don’t work on an IP address: this server needs a name.' };
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal)
    return { isUsable: false, reason: 'Passkeys need https, and this server is reached by http.' };
  return { isUsable: true, rpId: hostname, origin };
}

/** @throws DomainError `passkeys_unavailable` */
export function requirePasskeySite(services: Pick<AccountsDeps, 'siteUrl'>) {
  const site = passkeySiteOf(services);
  if (!site.isUsable) throw new DomainError('conflict', site.reason, { code: 'passkeys_unavailable' });
  return site;
}
