import { beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import { suspendUser, unsuspendUser } from '~/features/admin/index.server';
import { intentOf, payingByCard } from '../../../tests/support/paying-by-card';
import { StripeFailure } from '../../../tests/vendors/stripe-objects';
import { checkSubscriptions, readSubscription, resumeSubscription, startSubscription } from './index.server';

const house = payingByCard();

const subscriptions = () => house.stripe.account.subscriptions;
const atStripe = () => [...subscriptions().values()].at(-1);
const seen = () => readSubscription(house.services, house.ada);
const rolesNow = async () =>
  (await house.services.prisma.userRole.findMany({ where: { userId: house.ada.userId } })).map(
    ({ role }) => role,
  );

async function subscribe(): Promise<void> {
  const { clientSecret } = await startSubscription(house.services, house.ada, {
    PriceId: 'price_team',
    Seats: 5,
  });
  house.stripe.account.pay(intentOf(clientSecret));
  await house.deliverAll();
}

beforeEach(subscribe);

it('a plan that Stripe has no record of is inactive once it is behind, and a new one may begin', async () => {
  const lost = atStripe();
  subscriptions().clear();
  await checkSubscriptions(house.services);
  expect(await seen()).toMatchObject({ status: 'active' });
  house.services.pass(35 * DAY_MS);
  await checkSubscriptions(house.services);
  expect(await seen()).toMatchObject({ status: 'not-found', label: 'Not found', canChange: false });
  expect(await rolesNow()).toEqual([]);

  if (lost) subscriptions().set(lost.id, lost);
  await checkSubscriptions(house.services); // the keys were those of another account for a while
  expect(await rolesNow()).toEqual(['teamadmin']);

  subscriptions().clear();
  await checkSubscriptions(house.services);
  await subscribe();
  expect(await seen()).toMatchObject({ status: 'active' });
  expect(await rolesNow()).toEqual(['teamadmin']);
});

it('whoever is suspended pays for what has begun, and no more, even where Stripe was down just then', async () => {
  const { actor: root } = await house.services.signUp({ roles: ['admin'] });
  house.stripe.failNext(/subscriptions/, new StripeFailure(500, { type: 'api_error', message: 'down' }));
  await suspendUser(house.services, root, house.ada.userId);
  expect(atStripe()).toMatchObject({ status: 'active', cancel_at_period_end: false });
  await checkSubscriptions(house.services);
  expect(atStripe()).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect(await rolesNow()).toEqual(['teamadmin']);

  await unsuspendUser(house.services, root, house.ada.userId);
  await resumeSubscription(house.services, house.ada);
  await checkSubscriptions(house.services);
  expect(atStripe()).toMatchObject({ cancel_at_period_end: false });

  await suspendUser(house.services, root, house.ada.userId);
  expect(atStripe()).toMatchObject({ cancel_at_period_end: true });
});
