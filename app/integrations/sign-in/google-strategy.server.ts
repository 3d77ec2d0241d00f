import { GoogleStrategy } from 'remix-auth-google';
import { readIdentity, type ExternalIdentity } from './identity.server';
import { createRoundTrip, type OpenIdRoundTrip } from './openid.server';
import type { PendingSignIns } from './pending-sign-in.server';

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Default to Google's endpoints. Another OpenID server can be set instead. */
  authUrl?: string | undefined;
  tokenUrl?: string | undefined;
  userInfoUrl?: string | undefined;
  /** The issuer identifier of that server; defaults to the origin of `authUrl`. */
  issuer?: string | undefined;
}

/** Google accounts are linked under this issuer, whichever server the settings name. */
export const GOOGLE_ISSUER = 'https://accounts.google.com';
const CALLBACK_PATH = '/api/auth/google-callback';

/**
 * remix-auth-google with what it lacks: PKCE, a nonce, the checks of the id token, time-outs, our addresses, and which
 * step failed. It overrides `authenticate` whole, because the library's keeps the round trip's state in a session, and
 * it keeps no state of a request.
 */
export class GoogleSignInStrategy extends GoogleStrategy<ExternalIdentity> {
  private readonly roundTrip: OpenIdRoundTrip;

  constructor(settings: GoogleSettings, context: { siteUrl: () => string; pending: PendingSignIns }) {
    const { clientId: clientID, clientSecret, ...urls } = settings;
    super({ clientID, clientSecret, callbackURL: CALLBACK_PATH, prompt: 'select_account' }, ({ profile }) =>
      Promise.resolve().then(() => readIdentity(profile._json, { issuer: GOOGLE_ISSUER })),
    );
    const authUrl = urls.authUrl ?? 'https://accounts.google.com/o/oauth2/v2/auth';
    const openIdSettings = {
      provider: this.name,
      clientId: clientID,
      clientSecret,
      callbackPath: CALLBACK_PATH,
      scopes: 'openid email profile',
      issuer: urls.issuer ?? new URL(authUrl).origin,
      endpoints: {
        authorization_endpoint: authUrl,
        token_endpoint: urls.tokenUrl ?? 'https://oauth2.googleapis.com/token',
        userinfo_endpoint: urls.userInfoUrl ?? 'https://openidconnect.googleapis.com/v1/userinfo',
      },
      parameters: () => Object.fromEntries(this.authorizationParams()),
    };
    this.roundTrip = createRoundTrip(openIdSettings, context);
  }

  /** @throws Response to go to Google, SignInFailure */
  override async authenticate(request: Request): Promise<ExternalIdentity> {
    const { idToken, userInfo } = await this.roundTrip.authenticate(request);
    return readIdentity({ ...idToken, ...userInfo }, { issuer: GOOGLE_ISSUER });
  }
}
