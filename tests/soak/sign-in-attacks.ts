import { randomBytes } from 'node:crypto';
import { generateSync } from 'otplib';
import type { MadeTestDrives } from '../../app/features/accounts/schema';
import type { PayingServer } from '../support/paying-server';
import { apiOf, signInByApi } from '../support/server';

const GUESSES = 200;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Settings of a server that has every way of logging in: a provider that is down, and a proxy that is elsewhere. */
export const SIGN_IN_ENV = {
  HOST: 'localhost', // there are no passkeys on an IP address
  OIDC_PROVIDERS: 'school',
  OIDC_SCHOOL_ISSUER: 'http://127.0.0.1:9',
  OIDC_SCHOOL_CLIENT_ID: 'client',
  OIDC_SCHOOL_CLIENT_SECRET: 'secret',
  AUTH_PROXY_HEADER: 'Remote-User',
  AUTH_PROXY_TRUSTED: '192.0.2.1',
};

interface Ground {
  paying: PayingServer;
  count: (status: number) => number;
  /** Call when an attack got in. */
  breach: (what: string) => void;
}

/** Attacks on the ways of logging in. */
export async function createSignInAttacks({ paying, count, breach }: Ground) {
  const { origin } = paying.server;

  async function send(what: string, address: string, init: RequestInit): Promise<Response> {
    const response = await fetch(origin + address, { redirect: 'manual', ...init });
    count(response.status);
    if (response.headers.getSetCookie().some((cookie) => /promptwell_session=[^;]/.test(cookie)))
      breach(what);
    return response;
  }
  const post = (what: string, address: string, body: unknown): Promise<Response> =>
    send(what, address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  const victim = await makeVictim(paying);
  const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

  return {
    'codes guessed 200 times at once by somebody who knows the password': async () => {
      const what = 'guessing codes';
      const login = await post(what, '/api/auth/login', victim);
      const { challenge } = (await login.json()) as { challenge?: string };
      if (login.status === 200) breach(what);
      const answers = await Promise.all(
        times(GUESSES, () =>
          post(what, '/api/auth/second-factor', {
            challenge: challenge ?? '',
            code: String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0'),
          }),
        ),
      );
      if (answers.some(({ status }) => status === 200)) breach(what);
    },
    'challenges for passkeys without end, and passkeys that nobody has': async () => {
      const what = 'made-up passkeys';
      await Promise.all(times(GUESSES, () => post(what, '/api/auth/passkeys/sign-in-options', {})));
      await Promise.all(
        times(GUESSES, () => {
          const id = random(16);
          const response = {
            clientDataJSON: random(6000),
            authenticatorData: random(6000),
            signature: random(64),
            userHandle: random(36),
          };
          const answer = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
          return post(what, '/api/auth/passkeys/sign-in', { answer });
        }),
      );
    },
    'headers of a login proxy from an address that is not trusted': async () => {
      const headers = { 'Remote-User': 'admin', 'Remote-Email': victim.email, 'Remote-Groups': 'admin' };
      for (const page of ['/', '/ai', '/login', '/admin'])
        await Promise.all(times(50, () => send('untrusted proxy headers', page, { headers })));
    },
    'a provider that is down, and callbacks that nobody set out for': async () => {
      const what = 'made-up callbacks';
      const callback = (): string => `code=${random(24)}&state=${random(24)}`;
      await Promise.all(
        times(GUESSES, (index) =>
          send(
            what,
            index % 2 === 0
              ? '/api/auth/oidc/school/login?from=login'
              : `/api/auth/oidc/school/callback?${callback()}`,
            {},
          ),
        ),
      );
      await Promise.all(
        times(50, () =>
          send(what, `/login?success=true&google_token=${random(32)}&provider=oidc:school`, {}),
        ),
      );
    },
  };
}

/** An account with an authenticator, whose password the attacker knows. */
async function makeVictim(paying: PayingServer): Promise<{ email: string; password: string }> {
  const { origin } = paying.server;
  const { body } = await paying.api<MadeTestDrives>('POST', '/api/admin/test-drives', {
    first: 0,
    count: 1,
    domain: 'victims.example.org',
    creditCents: 0,
  });
  const [victim] = body.made;
  if (!victim) throw new Error('The victim was not made.');
  const api = apiOf(origin, await signInByApi(origin, victim));
  const { body: setup } = await api<{ secret: string }>('POST', '/api/auth/second-factor/setup', {
    currentPassword: victim.password,
  });
  const enabled = await api('POST', '/api/auth/second-factor/enable', {
    code: generateSync({ secret: setup.secret, epoch: Math.floor(Date.now() / 1000) }),
  });
  if (enabled.status !== 200) throw new Error(`The authenticator is not on: ${JSON.stringify(enabled.body)}`);
  return { email: victim.email, password: victim.password };
}
