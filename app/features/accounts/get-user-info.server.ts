import type { SessionActor } from '~/core/server/session.server';
import type { UserInfo } from './user-info';

/** What the API tells people about themselves. All of it comes with the session; only confirmed people have one. */
export function getUserInfo(actor: SessionActor): UserInfo {
  const { userId, firstName, lastName, email, roles, registrationDate, lastLoginDate } = actor;
  return {
    id: userId,
    userId,
    firstName,
    lastName,
    email,
    roles,
    registrationDate,
    lastLoginDate,
    emailConfirmed: true,
  };
}
