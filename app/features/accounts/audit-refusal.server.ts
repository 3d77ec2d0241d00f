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
