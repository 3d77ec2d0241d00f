import { costUsd } from '~/core/shared/money';
import { DomainError } from '~/core/shared/errors';
import type { Actor, UserRef } from '~/core/server/session.server';
import { z } from '~/core/shared/zod';
import { readKey } from '~/features/api-keys/index.server';
import type { OpenApiDeps } from './deps.server';

const usd = z.number().meta({ description: 'US dollars.' });

export const creditsSchema = z.object({
  object: z.literal('credits'),
  balance_usd: usd,
  held_usd: usd.meta({ description: 'For requests under way.' }),
  available_usd: usd,
  debt_usd: usd,
  spent_today_usd: usd,
  free_requests_today: z.number(),
});

/** The balance that requests are paid from. */
export async function readCredits(
  { ledger }: Pick<OpenApiDeps, 'ledger'>,
  { userId }: UserRef,
): Promise<z.output<typeof creditsSchema>> {
  const balance = await ledger.balance(userId);
  return {
    object: 'credits',
    balance_usd: costUsd(balance.postedMicroUsd),
    held_usd: costUsd(balance.heldMicroUsd),
    available_usd: costUsd(balance.availableMicroUsd),
    debt_usd: costUsd(balance.debtMicroUsd),
    spent_today_usd: costUsd(balance.spentTodayMicroUsd),
    free_requests_today: balance.freeSendsToday,
  };
}

/** The API key of the request, with its limits. @throws DomainError for a session */
export async function readOwnKey(services: Pick<OpenApiDeps, 'prisma' | 'clock' | 'ledger'>, actor: Actor) {
  if (actor.apiKey) return readKey(services, actor, actor.apiKey.id);
  throw new DomainError('not-found', 'This request was made with a session, not with an API key.', {
    code: 'no_api_key',
  });
}
