import { beforeEach } from 'vitest';
import type { Actor } from '../../app/core/server/session.server';
import { DomainError } from '../../app/core/shared/errors';
import { startSubscription } from '../../app/features/subscriptions/index.server';
import { inviteMember, joinTeam, readTeamsPage } from '../../app/features/teams/index.server';
import { intentOf, payingByCard } from './paying-by-card';

type Rank = 'member' | 'admin';
type PlanChange = { status: 'active' | 'canceled' | 'past_due' } | { seats: number };

/** For each test of a file: Ada pays for a team of five, and what is done with teams. */
export function teamOfAda() {
  const house = payingByCard();
  beforeEach(async () => {
    const choice = { PriceId: 'price_team', Seats: 5 };
    const { clientSecret } = await startSubscription(house.services, house.ada, choice);
    house.stripe.account.pay(intentOf(clientSecret));
    await house.deliverAll();
  });

  const signUp = async (firstName: string): Promise<Actor> =>
    (await house.services.signUp({ firstName })).actor;
  /** Gives the token of the invitation's link. */
  const invite = async (email: string, rank: Rank = 'member', by = house.ada): Promise<string> => {
    await inviteMember(house.services, by, { email, rank });
    return (await house.services.mailedLink()).searchParams.get('token') ?? '';
  };
  return {
    house,
    signUp,
    invite,
    member: async (firstName: string, rank: Rank = 'member'): Promise<Actor> => {
      const actor = await signUp(firstName);
      house.services.pass(1000); // each joins after the one before
      await joinTeam(house.services, actor, { token: await invite(actor.email, rank) });
      return actor;
    },
    ownerOfAnother: async (firstName: string): Promise<Actor> => {
      const actor = await signUp(firstName);
      const plan = { plan: 'team', seats: 5, isOn: true, createdAt: 0n };
      await house.services.prisma.team.create({
        data: { ...plan, userId: actor.userId, name: `${firstName}’s team` },
      });
      return actor;
    },
    rolesOf: async ({ userId }: Actor): Promise<string[]> =>
      (await house.services.prisma.userRole.findMany({ where: { userId } })).map(({ role }) => role),
    teamOf: async (actor: Actor) => (await readTeamsPage(house.services, actor, { page: 1 })).team,
    /** At Stripe, which tells of it. */
    changePlan: async (change: PlanChange): Promise<void> => {
      const { account } = house.stripe;
      const subscription = [...account.subscriptions.values()].at(-1);
      if (!subscription) throw new Error('There is no subscription.');
      if ('seats' in change) {
        const [item] = subscription.items.data;
        if (item) item.quantity = change.seats;
      }
      account.changeSubscription(subscription.id, 'seats' in change ? {} : change);
      await house.deliverAll();
    },
  };
}

/** The code by which it is refused; 'done' where it is not. */
export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );
