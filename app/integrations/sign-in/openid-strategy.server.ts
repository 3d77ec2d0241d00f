import { Strategy } from 'remix-auth';
import { readIdentity, type ClaimSettings, type ExternalIdentity } from './identity.server';
import type { OpenIdResult, OpenIdRoundTrip } from './openid.server';

/** Any OpenID provider, named in the settings. It keeps no state of a request. */
export class OpenIdStrategy extends Strategy<ExternalIdentity, OpenIdResult> {
  constructor(
    readonly name: string,
    private readonly roundTrip: OpenIdRoundTrip,
    claims: ClaimSettings,
  ) {
    super(({ idToken, userInfo }) =>
      // The id token is signed for us: where both speak of something, it counts.
      Promise.resolve().then(() => readIdentity({ ...userInfo, ...idToken }, claims)),
    );
  }

  /** @throws Response to go to the provider, SignInFailure */
  override async authenticate(request: Request): Promise<ExternalIdentity> {
    return this.verify(await this.roundTrip.authenticate(request));
  }
}
