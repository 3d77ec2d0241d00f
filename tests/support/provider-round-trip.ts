import { OAuth2Server } from 'oauth2-mock-server';
import type { Actor } from '../../app/core/server/session.server';
import {
  finishProviderSignIn,
  openSignInPage,
  startProviderSignIn,
} from '../../app/features/accounts/index.server';
import type { SignInPageData } from '../../app/features/accounts/sign-in-page.server';
import type { ProviderLoginQuery } from '../../app/features/accounts/schema';
import type { Services } from '../../app/services';
import { HOME } from './services';

/** An OpenID provider on loopback that says what a test wants, also what no honest one says. */
export async function startProvider() {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const says = {
    /** Claims of the id token, over those that the flow asks for. */
    idToken: {} as Record<string, unknown>,
    userInfo: {} as Record<string, unknown>,
    tokenStatus: 200,
  };
  server.service.on('beforeTokenSigning', ({ payload }: { payload: object }) => {
    Object.assign(payload, says.idToken);
  });
  server.service.on('beforeUserinfo', (response: { body: unknown }) => {
    response.body = says.userInfo;
  });
  server.service.on('beforeResponse', (response: { statusCode: number }) => {
    response.statusCode = says.tokenStatus;
  });
  const person = (sub: string, more: Record<string, unknown> = {}): void => {
    says.tokenStatus = 200;
    says.idToken = { sub };
    says.userInfo = {
      sub,
      email: `${sub}@example.org`,
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
      ...more,
    };
  };
  person('ada');
  return { issuer: server.issuer.url ?? '', says, person, stop: () => server.stop() };
}

const nameValue = (response: Response): string =>
  (response.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
const locationOf = (response: Response): URL => new URL(response.headers.get('Location') ?? '');

interface Trip extends Partial<ProviderLoginQuery> {
  actor?: Actor;
  /** Another provider's callback than the one set out for. */
  backTo?: string;
  /** Changes the callback and the cookie on the way. */
  onTheWay?: (back: URL, cookie: string) => string | undefined;
}

/** Goes to the provider and back, as a browser does. Answers where it ends, with the browser's cookie. */
export async function roundTrip(
  services: Services,
  provider: string,
  { actor, backTo = provider, onTheWay, ...query }: Trip = {},
): Promise<{ location: URL; cookie: string }> {
  const asked = { from: 'login' as const, ...query };
  const out = await startProviderSignIn(services, HOME, { provider, query: asked, actor });
  const cookie = nameValue(out);
  if (cookie === '') return { location: locationOf(out), cookie };
  const atProvider = await fetch(locationOf(out), { redirect: 'manual' });
  const back = locationOf(atProvider);
  const sent = onTheWay?.(back, cookie) ?? cookie;
  const request = new Request(back, { headers: { Cookie: sent } });
  const done = await finishProviderSignIn(services, HOME, { provider: backTo, request, actor });
  return { location: locationOf(done), cookie: nameValue(done) };
}

/** The content of the login page at the end of a round trip. */
export async function landOn(
  services: Services,
  { location, cookie }: { location: URL; cookie: string },
): Promise<SignInPageData & { token: string | undefined }> {
  const request = new Request(location, { headers: { Cookie: cookie } });
  const page = await openSignInPage({ services, actor: undefined, client: HOME, request }, 'login');
  if (!('data' in page)) throw new Error('redirected');
  const [token] = new Headers(page.init?.headers ?? {})
    .getSetCookie()
    .flatMap((each) => /^__Host-promptwell_session=([^;]+)/.exec(each)?.[1] ?? []);
  return { ...page.data, token };
}
