import type { z } from 'zod';
import { check } from '../../app/core/edge/read-request.server';
import type { Actor, Client, SessionKind } from '../../app/core/server/session.server';
import {
  confirmEmail,
  createSignInDoor,
  registerUser,
  signIn,
} from '../../app/features/accounts/index.server';
import type { Passwords } from '../../app/features/accounts/passwords.server';
import { confirmEmailSchema, loginSchema, registerSchema } from '../../app/features/accounts/schema';
import type { Services } from '../../app/services';
import { HOME, type TestServices } from './services';

export const GOOD_PASSWORD = 'Correct-horse-7';
export const ELSEWHERE: Client = { address: '198.51.100.20', userAgent: '', knownBrowser: undefined };

export const registration = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  password: GOOD_PASSWORD,
  confirmPassword: GOOD_PASSWORD,
  ...changes,
});

/** Gives a use case what the edge gives it: the input as its schema lets it through. */
export async function submit<Schema extends z.ZodType, Done>(
  schema: Schema,
  input: unknown,
  useCase: (checked: z.output<Schema>) => Done | Promise<Done>,
): Promise<Done> {
  return useCase(check(schema, input));
}

export const register = (services: Services, form: unknown = registration()) =>
  submit(registerSchema, form, (input) => registerUser(services, input));

export const confirm = (services: Services, link: unknown) =>
  submit(confirmEmailSchema, link instanceof URL ? Object.fromEntries(link.searchParams) : link, (input) =>
    confirmEmail(services, input),
  );

export const logIn = (
  services: Services,
  form: unknown,
  client: Client = HOME,
  kind: SessionKind = 'cookie',
) => submit(loginSchema, form, (input) => signIn(services, client, input, kind));

/** A confirmed account, created through registration. */
export async function registerAndConfirm(
  services: TestServices,
  form: unknown = registration(),
): Promise<void> {
  await register(services, form);
  await confirm(services, await services.mailedLink());
}

interface SignedIn {
  actor: Actor;
  /** The secret of the session. */
  token: string;
  email: string;
}

/** A confirmed user who is signed in, in a browser. */
export async function newPerson(services: TestServices, name = 'ada'): Promise<SignedIn> {
  const email = `${name}@example.org`;
  await registerAndConfirm(services, registration({ email }));
  return signedIn(services, email);
}

export async function signedIn(
  services: Services,
  email: string,
  password = GOOD_PASSWORD,
): Promise<SignedIn> {
  const { token } = await logIn(services, { email, password });
  const actor = await services.sessions.find(token, 'cookie');
  if (!actor) throw new Error('not signed in');
  return { actor, token, email };
}

/** Whether a browser's session still opens anything. */
export const isAlive = async (services: Services, token: string): Promise<boolean> =>
  (await services.sessions.find(token, 'cookie')) !== undefined;

/** The same services with another hasher, which the sign-in door uses as well. */
export const withPasswords = (services: TestServices, passwords: Passwords) => ({
  ...services,
  passwords,
  door: createSignInDoor({ ...services, passwords }, []),
});
