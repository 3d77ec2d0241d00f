import { planOf } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import { listHistory, listKeyNames, type HistoryQuery } from '~/features/billing/index.server';
import { readOpenings } from '~/features/sessions/index.server';
import type { DashboardDeps } from './deps.server';
import { todayIn } from '~/ui/date/day-range';
import type { ProviderChoice } from './history-filters';

/** A page of the history with its filter options. */
export async function readHistory(
  services: Pick<DashboardDeps, 'catalogue' | 'ledger' | 'preferences' | 'prisma' | 'clock'>,
  actor: Actor,
  query: HistoryQuery,
) {
  const { preferences, ledger } = services;
  const [history, models, keys, { PreferredTimezone: timeZone, DefaultExportFormat }, balance] =
    await Promise.all([
      listHistory(services, actor, query),
      listChoices(services),
      listKeyNames(services, actor),
      preferences.read(actor.userId),
      ledger.balance(actor.userId),
    ]);
  const openings = await readOpenings(
    services,
    actor.userId,
    history.items.flatMap(({ requestKey }) => requestKey ?? []),
  );
  return {
    history: {
      ...history,
      items: history.items.map(({ requestKey, ...item }) => ({
        ...item,
        opening: openings.get(requestKey ?? '') ?? null,
      })),
    },
    models,
    keys,
    timeZone,
    today: todayIn(timeZone),
    preferredFormat: DefaultExportFormat,
    isFreePlan: planOf(actor.roles, balance) === 'free',
  };
}

export type HistoryLine = Awaited<ReturnType<typeof readHistory>>['history']['items'][number];

/** Includes retired models, because old lines may have used them. */
async function listChoices({ catalogue }: Pick<DashboardDeps, 'catalogue'>): Promise<ProviderChoice[]> {
  const [providers, gone] = await Promise.all([catalogue.providers(), catalogue.retired()]);
  return providers.map(({ key, name, models }) => ({
    provider: key,
    name,
    models: [
      ...models.map(({ model, displayName }) => ({ model, name: displayName })),
      ...gone
        .filter(({ provider }) => provider === key)
        .map(({ model, displayName }) => ({ model, name: displayName })),
    ],
  }));
}
