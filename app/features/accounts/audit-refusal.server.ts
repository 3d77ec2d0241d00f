import { HOUR_MS, SECOND_MS } from '~/core/shared/clock';
import { writeAudit } from '~/features/audit/index.server';
import type { AccountsDeps } from './deps.server';

/** Records a refused login. Its actor is unknown; `subject` is the account or the provider that it was for. */
export const auditSignInRefusal = (
  services: Pick<AccountsDeps, 'prisma' | 'clock'>,
  { address }: { address: string },
  { subject, code }: { subject: string; code: string },
) =>
  writeAudit(
    services.prisma,
    services,
    { userId: null, address },
    { action: 'sign-in.refused', subject, detail: { code } },
  );

const ONCE_AN_HOUR = { name: 'sign-in-audit', points: 1, perSeconds: HOUR_MS / SECOND_MS };

/** For refusals that every request repeats, such as those of an untrusted peer. */
export const isFirstThisHour = (
  { rateLimits }: Pick<AccountsDeps, 'rateLimits'>,
  key: string,
): Promise<boolean> =>
  rateLimits.take(ONCE_AN_HOUR, key).then(
    () => true,
    () => false,
  );
