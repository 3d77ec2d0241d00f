import { LINE_OR_CONTROL, z } from '~/core/shared/zod';
import { currentPasswordSchema } from '../schema';

const NAME_MAX_LENGTH = 60;
const encoded = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/, 'must be base64url');

const credentialShape = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** What a browser's passkey answers to a challenge: AuthenticationResponseJSON of WebAuthn. */
export const passkeyAnswerSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: encoded(8000),
    authenticatorData: encoded(8000),
    signature: encoded(8000),
    userHandle: encoded(200).exactOptional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>;

/** What a browser answers when it has made a passkey: RegistrationResponseJSON of WebAuthn. */
export const newPasskeyAnswerSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: encoded(8000),
    attestationObject: encoded(12_000),
    transports: z.array(z.string().max(30)).max(10).exactOptional(),
  }),
});

export const passkeyNameSchema = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .min(1, 'Enter a name')
    .max(NAME_MAX_LENGTH, `A name has at most ${String(NAME_MAX_LENGTH)} characters`)
    .refine((name) => !LINE_OR_CONTROL.test(name), 'The name contains characters that are not allowed'),
});
export const newPasskeySchema = passkeyNameSchema.extend({ answer: newPasskeyAnswerSchema });
export type NewPasskey = z.output<typeof newPasskeySchema>;

export const signInWithPasskeySchema = z.object({ answer: passkeyAnswerSchema });

/** The same in a form, whose field holds JSON. */
export const passkeyFormSchema = z.object({
  answer: z
    .string()
    .max(40_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(passkeyAnswerSchema),
});

/** The options that a browser hands to its passkeys. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ShownPasskey = z.output<typeof passkeySchema>;
export const passkeyListSchema = z.object({ passkeys: z.array(passkeySchema) });
export const passkeyParams = z.object({ id: encoded(1400) });

/** Forms of the account page. */
export const renamePasskeySchema = passkeyNameSchema.extend(passkeyParams.shape);
export const removePasskeySchema = currentPasswordSchema.extend(passkeyParams.shape);
