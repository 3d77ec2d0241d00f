import type { Role } from '~/core/shared/permissions';

/** A person as the API shows one to themselves. Dates are ISO 8601, in UTC. */
export interface UserInfo {
  id: string;
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  roles: readonly Role[];
  registrationDate: string;
  lastLoginDate: string | null;
  emailConfirmed: boolean;
}

interface DescribedPerson {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  roles: readonly Role[];
  createdAt: Date;
  lastLoginAt: Date | null;
  emailConfirmedAt: Date | null;
}

export function describeUser(person: DescribedPerson): UserInfo {
  return {
    id: person.id,
    userId: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    roles: person.roles,
    registrationDate: person.createdAt.toISOString(),
    lastLoginDate: person.lastLoginAt?.toISOString() ?? null,
    emailConfirmed: person.emailConfirmedAt !== null,
  };
}
