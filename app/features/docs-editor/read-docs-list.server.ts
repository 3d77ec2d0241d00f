import type { UserRef } from '~/core/server/session.server';
import type { DocType } from '~/features/docs/index.server';
import type { Services } from '~/services';
import { listEditableDocs } from './edit-docs.server';

/** The page of the texts of one type. */
export async function readDocsListPage(services: Services, actor: UserRef, { type }: { type: DocType }) {
  const [{ items }, { PreferredTimezone: timeZone }] = await Promise.all([
    listEditableDocs(services, type),
    services.preferences.read(actor.userId),
  ]);
  return { type, items, timeZone };
}
