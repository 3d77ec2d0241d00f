import type { Role } from '~/core/shared/permissions';

/** Requests of one run that may be out at the same time, whatever its PARALLEL says. */
const MAX_PARALLEL = { paid: 32, organisation: 64 };

export const maxParallelOf = (roles: readonly Role[]): number =>
  roles.some((role) => role !== 'paiduser') ? MAX_PARALLEL.organisation : MAX_PARALLEL.paid;
