import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

type Person = Record<string, unknown>;

/**
 * oidc-provider, which is certified for the protocol, on loopback, with its own login and consent pages. The client's
 * redirect URI is set later, because the application needs the issuer to start.
 */
export async function startOpenIdProvider(name: string, people: Readonly<Record<string, Person>>) {
  let handle: http.RequestListener = (_request, response) => response.writeHead(503).end();
  const server = http.createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    env: (upperName: string): Record<string, string> => ({
      [`OIDC_${upperName}_ISSUER`]: issuer,
      [`OIDC_${upperName}_CLIENT_ID`]: 'promptwell',
      [`OIDC_${upperName}_CLIENT_SECRET`]: 'a secret of the tests',
    }),
    open: (redirectUri: string): void => {
      const configuration: Configuration = {
        clients: [
          { client_id: 'promptwell', client_secret: 'a secret of the tests', redirect_uris: [redirectUri] },
        ],
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['given_name', 'family_name', 'groups'],
        },
        // Cookies don't know ports: two providers on one machine would overwrite each other's.
        cookies: {
          keys: [`a key of ${name}`],
          names: { session: `${name}_session`, interaction: `${name}_interaction`, resume: `${name}_resume` },
        },
        findAccount: (_context, sub) => ({
          accountId: sub,
          claims: () => ({ sub, ...people[sub] }),
        }),
      };
      const answer = new Provider(issuer, configuration).callback();
      handle = (request, response) => void answer(request, response);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
