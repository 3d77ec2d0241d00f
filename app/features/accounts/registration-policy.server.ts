import type { Env } from '~/core/server/env.server';
import { DomainError } from '~/core/shared/errors';

type Policy = Pick<Env, 'REGISTRATION' | 'REGISTRATION_DOMAINS'>;

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Whether an address may register without an invitation. */
export function mayRegister({ REGISTRATION, REGISTRATION_DOMAINS }: Policy, email: string): boolean {
  switch (REGISTRATION) {
    case 'open':
      return true;
    case 'domains':
      return REGISTRATION_DOMAINS.includes(domainOf(email));
    case 'invite':
    case 'closed':
      return false;
  }
}

/** Whether invitations work; `closed` is closed for everyone. */
export const takesInvitations = ({ REGISTRATION }: Policy): boolean => REGISTRATION !== 'closed';

/** Why not everyone may register, for the page to say before its form; null if everyone may. */
export function registrationNotice({ REGISTRATION, REGISTRATION_DOMAINS }: Policy): string | null {
  switch (REGISTRATION) {
    case 'open':
      return null;
    case 'domains':
      return `Registration is open to addresses at ${list(REGISTRATION_DOMAINS)}. Others need an invitation from this server’s administrator.`;
    case 'invite':
      return 'Registration is by invitation only. Ask this server’s administrator for one.';
    case 'closed':
      return 'Registration is closed on this server.';
  }
}

export const registrationClosed = (policy: Policy): DomainError =>
  new DomainError('forbidden', registrationNotice(policy) ?? 'Registration is closed on this server.', {
    code: 'registration_closed',
  });

const list = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
