import { Strategy } from 'remix-auth';
import { SignInFailure } from './failure';
import { readEmail, splitName, type ExternalIdentity } from './identity.server';

/** Names of the headers in which a trusted proxy identifies the user. */
export interface ProxyHeaders {
  user: string;
  email: string;
  name: string;
  groups: string;
}

export const PROXY_ISSUER = 'proxy';
const SUBJECT_MAX_LENGTH = 255;

/**
 * A proxy in front that has signed the user in. The host removes the headers of every other peer, so what is here is
 * the proxy's.
 */
export class ProxyStrategy extends Strategy<ExternalIdentity, Headers> {
  readonly name = 'proxy';

  constructor(names: ProxyHeaders) {
    super((headers) => Promise.resolve().then(() => readProxyIdentity(headers, names)));
  }

  /** @throws SignInFailure without a user or an address */
  override authenticate({ headers }: Request): Promise<ExternalIdentity> {
    return this.verify(headers);
  }
}

function readProxyIdentity(headers: Headers, names: ProxyHeaders): ExternalIdentity {
  const text = (name: string): string => decodeHeader(headers.get(name) ?? '').trim();
  const subject = text(names.user);
  if (subject === '' || subject.length > SUBJECT_MAX_LENGTH) throw new SignInFailure('user_info_failed');
  return {
    issuer: PROXY_ISSUER,
    subject,
    email: readEmail(text(names.email)),
    isEmailVerified: true,
    ...splitName(text(names.name)),
    groups: text(names.groups)
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== ''),
    loggedInAtMs: null,
  };
}

/** Node reads headers as Latin-1; proxies write names in UTF-8. */
function decodeHeader(value: string): string {
  const decoded = Buffer.from(value, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? value : decoded;
}
