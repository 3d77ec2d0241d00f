import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod';
import { ProviderFailure } from './contract.js';
import { WireTrace } from './http/wire-trace.js';
import type { HttpClient } from './http/http-client.js';
import { explainFailure } from './explain-failure.js';
import type { ServiceAccount } from './service-account.js';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFETIME_SECONDS = 3_600;
/** Tokens are renewed this long before they expire, so that no request uses an expired one. */
const RENEW_BEFORE_MS = 5 * 60_000;

const answerSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/**
 * Exchanges a service account's key for access tokens, cached until shortly before they expire; concurrent requests
 * share one exchange. Checked 2026-11-28: developers.google.com/identity/protocols/oauth2/service-account (HTTP/REST).
 */
export function createGoogleTokens(http: HttpClient, account: ServiceAccount): () => Promise<string> {
  let current: { token: string; renewAtMs: number } | undefined;
  let coming: Promise<string> | undefined;

  async function fetchToken(): Promise<string> {
    const trace = new WireTrace();
    try {
      const response = await http.fetch(account.token_uri, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: GRANT, assertion: await signedClaims(account) }).toString(),
        trace,
      } as RequestInit);
      if (!response.ok) throw new Error('no token');
      const { access_token, expires_in } = answerSchema.parse(await response.json());
      current = { token: access_token, renewAtMs: Date.now() + expires_in * 1_000 - RENEW_BEFORE_MS };
      return access_token;
    } catch (error) {
      throw beforeSend(explainFailure(error, trace, undefined));
    }
  }

  return async () => {
    if (current && Date.now() < current.renewAtMs) return current.token;
    coming ??= fetchToken().finally(() => (coming = undefined));
    return coming;
  };
}

async function signedClaims({ client_email, private_key, token_uri }: ServiceAccount): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(await importPKCS8(private_key, 'RS256'));
}

/** Without a token no request was sent, so nothing was consumed. */
const beforeSend = ({
  kind,
  retryAfterMs,
  status,
  vendorCode,
  vendorDetail,
}: ProviderFailure): ProviderFailure =>
  new ProviderFailure({
    kind: kind === 'refused' || kind === 'bad_answer' ? 'unauthorised' : kind,
    message: 'Google gave out no access token for this service account.',
    sent: false,
    certain: true,
    vendorDetail,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status !== undefined && { status }),
    ...(vendorCode !== undefined && { vendorCode }),
  });
