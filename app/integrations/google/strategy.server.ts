import { GoogleStrategy, type GoogleProfile as RawProfile } from 'remix-auth-google';
import { z } from 'zod';
import { GoogleFailure } from './failure';

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Google's own addresses, unless another server speaks for it. */
  authUrl?: string | undefined;
  tokenUrl?: string | undefined;
  userInfoUrl?: string | undefined;
}

/** What Google says about somebody. */
export interface GoogleProfile {
  /** Google's own id of the person; it stays when their address changes. */
  subject: string;
  email: string;
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
}

const GOOGLE_USER_INFO = 'https://www.googleapis.com/oauth2/v3/userinfo';
const TIMEOUT_MS = 10_000;
const NAME_MAX_LENGTH = 100;

const userInfoSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});

/** The library's strategy, with addresses from our settings, time-outs, and failures that tell which step failed. */
export class ConfiguredGoogleStrategy extends GoogleStrategy<GoogleProfile> {
  readonly #profileUrl: string;

  constructor(settings: GoogleSettings, callbackUrl: string) {
    super(
      {
        clientID: settings.clientId,
        clientSecret: settings.clientSecret,
        callbackURL: callbackUrl,
        scope: ['openid', 'email', 'profile'],
        prompt: 'select_account',
      },
      ({ profile }) => Promise.resolve(readProfile(profile._json)),
    );
    this.authorizationURL = settings.authUrl ?? this.authorizationURL;
    this.tokenURL = settings.tokenUrl ?? this.tokenURL;
    this.#profileUrl = settings.userInfoUrl ?? GOOGLE_USER_INFO;
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    const body = new URLSearchParams(params);
    body.set('client_id', this.clientID);
    body.set('client_secret', this.clientSecret);
    body.set('code', code);
    try {
      const response = await fetch(this.tokenURL, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the token address answered ${String(response.status)}`);
      return await this.getAccessToken(response);
    } catch (error) {
      throw new GoogleFailure('token_exchange_failed', error);
    }
  }

  protected override async userProfile(accessToken: string): Promise<RawProfile> {
    try {
      const response = await fetch(this.#profileUrl, {
        headers: { Authorization: `Bearer ${accessToken}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the profile address answered ${String(response.status)}`);
      const raw = (await response.json()) as RawProfile['_json'];
      return { provider: 'google', _json: raw } as RawProfile;
    } catch (error) {
      throw new GoogleFailure('user_info_failed', error);
    }
  }
}

function readProfile(raw: unknown): GoogleProfile {
  const info = userInfoSchema.safeParse(raw);
  if (!info.success) throw new GoogleFailure('user_info_failed', info.error);
  const { sub, email, email_verified: isVerified, given_name: firstName, family_name: lastName } = info.data;
  const address = z.email().safeParse(email?.trim().toLowerCase());
  if (!address.success) throw new GoogleFailure('no_email_from_google');
  return {
    subject: sub,
    email: address.data,
    isEmailVerified: isVerified === true,
    firstName: cleanName(firstName),
    lastName: cleanName(lastName),
  };
}

const cleanName = (name = ''): string =>
  name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX_LENGTH);
