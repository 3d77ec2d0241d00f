import { REFERENCE_PROVIDERS } from '@promptwell/ai-providers';
import { DAY_MS, utcDay } from '~/core/shared/clock';
import type { CompletionsDeps } from './deps.server';
import { isAskedAtVendor } from './gone-models.server';

/** How far ahead administrators are told; people who use the model are told later (`endsSoon`). */
export const ENDING_NOTICE_DAYS = 60;

export interface EndingModel {
  provider: string;
  model: string;
  displayName: string;
  /** The first day (UTC) on which its vendor no longer offers it. */
  on: string;
  /** People who use it switch to a listed model that day; false: an administrator has to do something. */
  hasSuccessor: boolean;
}

/**
 * The offered models that end soon, the soonest first. An installation learns of last days only by Review, so those of the
 * reference list count as well: right after an update, nobody has reviewed them yet.
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
