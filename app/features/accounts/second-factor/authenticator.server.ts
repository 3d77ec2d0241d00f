import { generateSecret, generateURI, verifySync } from 'otplib';
import { encode } from 'uqr';
import { seal, unseal } from '~/core/server/seal.server';
import { SECOND_MS } from '~/core/shared/clock';
import type { AuthenticatorSetup } from '../schema';

/** A code of the step before or after is accepted too, for clocks that differ a little. */
const TOLERANCE_SECONDS = 30;
const ISSUER = 'Promptwell';

export const newAuthenticatorSecret = (): string => generateSecret();

export const describeSetup = (secret: string, email: string): AuthenticatorSetup => ({
  secret,
  uri: generateURI({ issuer: ISSUER, label: email, secret }),
});

const subjectOf = (userId: string): string => `authenticator of ${userId}`;

export const sealAuthenticatorSecret = (key: Buffer, userId: string, secret: string): string =>
  seal(key, subjectOf(userId), secret);

/** Undefined if the server's secret has changed since. */
export const unsealAuthenticatorSecret = (key: Buffer, userId: string, sealed: string): string | undefined =>
  unseal(key, subjectOf(userId), sealed);

/** The time step of a right code, if it is later than the last one used. */
export function stepOfCode(
  secret: string,
  code: string,
  { nowMs, lastStep }: { nowMs: number; lastStep: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(nowMs / SECOND_MS),
    epochTolerance: TOLERANCE_SECONDS,
    strategy: 'totp',
  });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return result.timeStep > lastStep ? result.timeStep : undefined;
}

/** A QR code as the path of an SVG with `size` units a side, drawn here so that the secret goes to no other host. */
export function drawQrCode(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return { path: path.join(''), size };
}
