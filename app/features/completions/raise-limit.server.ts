import { planOf } from '~/core/shared/permissions';
import type { UserWithRoles } from '~/core/server/session.server';
import { isRaiseActive } from '~/features/preferences/index.server';
import type { Services } from '~/services';
import type { PlannedCall } from './plan-call.server';
import { MOST_OUTPUT_TOKENS } from './plan-limits';

type Wanted = Pick<PlannedCall, 'wantedOutputTokens' | 'maxOutputTokens'>;

interface RaisedLimit {
  maxOutputTokens: number;
  /** The call was not paid: the use counts again. */
  giveBack: () => Promise<void>;
}

/** Whether only a raised limit lets the reply be as long as is asked for. */
const needsRaise = ({ wantedOutputTokens, maxOutputTokens }: Wanted): boolean =>
  wantedOutputTokens > maxOutputTokens;

/**
 * Takes one use of the limit that a paying person has raised, if this send needs it and a use is left in time. Uses are
 * counted in one transaction, so that two sends at once never share one.
 */
export async function raiseLimit(
  services: Services,
  actor: UserWithRoles,
  planned: Wanted,
): Promise<RaisedLimit | undefined> {
  const { preferences, clock } = services;
  if (!needsRaise(planned) || (await raisedOutputTokens(services, actor, planned)) <= planned.maxOutputTokens)
    return undefined;
  const { userId } = actor;
  let taken: { tokens: number; until: string | null } | undefined;
  await preferences.change(userId, (now) => {
    taken = undefined;
    if (!isRaiseActive(now, clock())) return {};
    taken = { tokens: now.PerRequestMaxOutputTokensOverride ?? 0, until: now.OverrideExpiresUtc };
    return { OverrideRemainingUses: now.OverrideRemainingUses - 1 };
  });
  if (!taken) return undefined;
  const { tokens, until } = taken;
  return {
    maxOutputTokens: Math.max(planned.maxOutputTokens, Math.min(planned.wantedOutputTokens, tokens)),
    giveBack: async () => {
      // A limit that has been raised anew meanwhile has its own uses.
      await preferences.change(userId, (now) =>
        now.OverrideExpiresUtc === until ? { OverrideRemainingUses: now.OverrideRemainingUses + 1 } : {},
      );
    },
  };
}

/** How long the reply may be with the raised limit, if there is one to be had; no use is taken. */
export async function raisedOutputTokens(
  { preferences, ledger, clock }: Services,
  { userId, roles }: UserWithRoles,
  planned: Wanted,
): Promise<number> {
  const { wantedOutputTokens, maxOutputTokens } = planned;
  if (!needsRaise(planned)) return maxOutputTokens;
  const [chosen, balance] = await Promise.all([preferences.read(userId), ledger.balance(userId)]);
  const tokens = chosen.PerRequestMaxOutputTokensOverride;
  if (planOf(roles, balance) === 'free' || tokens === null || !isRaiseActive(chosen, clock()))
    return maxOutputTokens;
  return Math.max(maxOutputTokens, Math.min(wantedOutputTokens, tokens, MOST_OUTPUT_TOKENS));
}
