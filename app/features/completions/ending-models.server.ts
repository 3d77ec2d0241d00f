import { REFERENCE_PROVIDERS } from '@promptwell/ai-providers';
import { DAY_MS, utcDay } from '~/core/shared/clock';
import type { CompletionsDeps } from './deps.server';
import { isAskedAtVendor } from './retired-models.server';

/** How far ahead administrators are notified. Users are notified later (`endsSoon`). */
export const ENDING_NOTICE_DAYS = 60;

export interface EndingModel {
  provider: string;
  model: string;
  displayName: string;
  /** The first day (UTC) on which the vendor no longer offers it. */
  on: string;
  /** Whether users switch to a listed model that day. If false, an administrator has to act. */
  hasSuccessor: boolean;
}

/**
 * Offered models that end soon, soonest first. Also uses the dates of the reference list: those in the database come
 * from a review, which is still missing right after an update.
 */
export async function listEndingModels(
  services: Pick<CompletionsDeps, 'clock' | 'providers' | 'catalogue'>,
): Promise<EndingModel[]> {
  const today = utcDay(services.clock());
  const until = utcDay(services.clock() + ENDING_NOTICE_DAYS * DAY_MS);
  return (await services.catalogue.providers())
    .filter(({ key }) => isAskedAtVendor(services, key))
    .flatMap(({ key, models }) =>
      models.flatMap(({ model, displayName, end }): EndingModel[] => {
        const on = end?.on ?? referenceEnd(key, model);
        if (on === undefined || on <= today || on > until) return [];
        return [{ provider: key, model, displayName, on, hasSuccessor: end?.successor?.isListed ?? false }];
      }),
    )
    .sort((one, other) => one.on.localeCompare(other.on));
}

const referenceEnd = (provider: string, model: string): string | undefined =>
  REFERENCE_PROVIDERS.find(({ key }) => key === provider)?.models.find((each) => each.model === model)?.end
    ?.on;
