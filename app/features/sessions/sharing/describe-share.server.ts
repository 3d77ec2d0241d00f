import type { SessionShare as ShareRow } from '@prisma/client';
import type { SessionShare } from '../answers';
import type { SessionsDeps } from '../deps.server';

export const describeShare = (
  { siteUrl }: Pick<SessionsDeps, 'siteUrl'>,
  row: Omit<ShareRow, 'entries'>,
): SessionShare => ({
  Url: `${siteUrl()}/shared/${row.token}`,
  SharedAt: row.sharedAt.toISOString(),
  ExpiresAt: row.expiresAt.toISOString(),
  IncludesInstructions: row.instructions !== '',
});
