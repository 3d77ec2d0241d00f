import type { UserRef, UserWithRoles } from '~/core/server/session.server';
import type { z } from '~/core/shared/zod';
import type { PreferencesDeps } from './deps.server';
import { changePreferences } from './change-preferences.server';
import type { lowBalanceAnswerSchema, lowBalanceSchema, Preferences } from './schema';

type Threshold = z.output<typeof lowBalanceAnswerSchema>;

/** The low-balance warning's threshold, which has its own API calls. */
export const readLowBalanceThreshold = async (
  services: Pick<PreferencesDeps, 'preferences'>,
  { userId }: UserRef,
): Promise<Threshold> => thresholdOf(await services.preferences.read(userId));

export async function changeLowBalanceThreshold(
  services: Pick<PreferencesDeps, 'clock' | 'content' | 'preferences'>,
  actor: UserWithRoles,
  { lowBalanceWarnCents }: z.output<typeof lowBalanceSchema>,
): Promise<Threshold> {
  return thresholdOf(await changePreferences(services, actor, { LowBalanceWarnCents: lowBalanceWarnCents }));
}

const thresholdOf = ({ LowBalanceWarnCents }: Preferences): Threshold => ({
  lowBalanceWarnCents: LowBalanceWarnCents,
});
