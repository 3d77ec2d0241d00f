import { callApi, messageOf } from '~/core/browser/call-api';
import { z } from '~/core/browser/browser-zod';
import { messageSchema } from '../responses';

// What a page asks of the browser's passkeys. The library is loaded when the first one is used.

/** Its fields are the browser's business. */
const requestOptions = z.looseObject({ challenge: z.string() });
const creationOptions = z.looseObject({
  challenge: z.string(),
  rp: z.looseObject({ name: z.string() }),
  user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
});
const addedSchema = z.looseObject({ id: z.string() });

const library = () => import('@simplewebauthn/browser');

/** The answer of a passkey to log in with, as JSON for the login form. */
export async function answerSignIn(): Promise<string> {
  const { startAuthentication } = await library();
  const optionsJSON = await callApi('/api/auth/passkeys/sign-in-options', requestOptions, { method: 'POST' });
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}

/** Proves with a passkey whose account it is. */
export async function proveWithPasskey(): Promise<string> {
  const { startAuthentication } = await library();
  const optionsJSON = await callApi('/api/auth/passkeys/proof-options', requestOptions, { method: 'POST' });
  const answer = await startAuthentication({ optionsJSON });
  const { message } = await callApi('/api/auth/passkeys/proof', messageSchema, { body: { answer } });
  return message;
}

export async function makePasskey({
  name,
  currentPassword,
}: {
  name: string;
  currentPassword: string;
}): Promise<void> {
  const { startRegistration } = await library();
  const optionsJSON = await callApi('/api/auth/passkeys/registration-options', creationOptions, {
    body: { currentPassword },
  });
  const answer = await startRegistration({ optionsJSON });
  await callApi('/api/auth/passkeys', addedSchema, { body: { name, answer } });
}

/** By the name of the browser's error. */
const CEREMONY_ERRORS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Try again, or choose another way.',
  AbortError: 'No passkey was used. Try again, or choose another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this address. Open this site by its own name.',
  NotSupportedError: 'This device can’t make a passkey for this site.',
};

/** What to show when a ceremony failed: the browser's reason in our words, or the server's message. */
export function ceremonyMessage(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  // The library's own errors have the browser's as their cause.
  const cause = error.cause instanceof Error ? error.cause.name : '';
  if (!('PublicKeyCredential' in window)) return 'This browser can’t use passkeys here.';
  return CEREMONY_ERRORS[error.name] ?? CEREMONY_ERRORS[cause] ?? messageOf(error);
}
