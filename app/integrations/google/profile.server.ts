import * as z from 'zod';
import { GoogleFailure } from './failure';

/** A user's profile at Google. */
export interface GoogleProfile {
  /** Google's id of the user. Unlike the address, it never changes. */
  subject: string;
  email: string;
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
}

const NAME_MAX_LENGTH = 100;

const userInfoSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});

export function readProfile(raw: unknown): GoogleProfile {
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
