import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import { deleteAccount } from '~/features/accounts/index.server';
import { plainRule } from '~/features/ledger/index.server';
import {
  findPrompt,
  listTeamPrompts,
  savePrompt,
  savePromptSchema,
  sharePrompt,
} from '~/features/prompts/index.server';
import {
  cancelSubscription,
  planChoiceSchema,
  startSubscription,
  updateSubscription,
} from '~/features/subscriptions/index.server';
import type { Services } from '~/services';
import { payingByCard } from '../../../tests/support/paying-by-card';
import {
  changeRank,
  inviteMember,
  joinTeam,
  leaveTeam,
  readInvitation,
  readEnterprisePage,
  readTeamsPage,
  removeMember,
  renameSchema,
  revokeInvitation,
  setBudget,
  sweepInvitations,
  teamData,
  teamQuerySchema,
} from './index.server';
import { MEMBERS_A_PAGE } from './team-terms';

const house = payingByCard();
let owner: Actor;
beforeEach(async () => {
  owner = house.ada;
  const choice = { PriceId: 'price_team', Seats: 5 };
  const { clientSecret } = await startSubscription(house.services, owner, choice);
  house.stripe.account.pay(clientSecret.split('_secret_')[0] ?? '');
  await house.deliverAll();
});

const signUp = async (firstName: string): Promise<Actor> =>
  (await house.services.signUp({ firstName })).actor;
const invite = async (email: string, rank: 'member' | 'admin' = 'member', by = owner): Promise<string> => {
  await inviteMember(house.services, by, { email, rank });
  return (await house.services.mailedLink()).searchParams.get('token') ?? '';
};
async function member(firstName: string, rank: 'member' | 'admin' = 'member'): Promise<Actor> {
  const actor = await signUp(firstName);
  house.services.pass(1000); // each joins after the one before
  await joinTeam(house.services, actor, { token: await invite(actor.email, rank) });
  return actor;
}
async function ownerOfAnother(firstName: string): Promise<Actor> {
  const actor = await signUp(firstName);
  const plan = { plan: 'team', seats: 5, isOn: true, createdAt: 0n };
  await house.services.prisma.team.create({
    data: { ...plan, userId: actor.userId, name: `${firstName}’s team` },
  });
  return actor;
}
const rolesOf = async ({ userId }: Actor): Promise<string[]> =>
  (await house.services.prisma.userRole.findMany({ where: { userId } })).map(({ role }) => role);
const teamOf = async (actor: Actor) => (await readTeamsPage(house.services, actor, { page: 1 })).team;
const changePlan = async (change: { status: 'active' | 'canceled' | 'past_due' } | { seats: number }) => {
  const { account } = house.stripe;
  const subscription = [...account.subscriptions.values()].at(-1);
  if (!subscription) throw new Error('There is no subscription.');
  if ('seats' in change) {
    const [item] = subscription.items.data;
    if (item) item.quantity = change.seats;
  }
  account.changeSubscription(subscription.id, 'seats' in change ? {} : change);
  await house.deliverAll();
};
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );

describe('an invitation', () => {
  it('is said to be sent only by a server that sends email', async () => {
    const { services } = house;
    const { message } = await inviteMember(services, owner, { email: 'bob@example.org', rank: 'member' });
    expect(message).toBe('Invitation created for bob@example.org.');
    expect(await teamOf(owner)).toMatchObject({ sendsMail: false });
    const sending = { ...services, env: { ...services.env, SMTP_URL: 'smtp://127.0.0.1:9' } };
    expect(await inviteMember(sending, owner, { email: 'eve@example.org', rank: 'member' })).toEqual({
      message: 'Invitation sent to eve@example.org.',
    });
  });

  it('is mailed, joins whoever it was sent to, gives the role, and is used up', async () => {
    const bob = await signUp('Bob');
    const token = await invite(bob.email);
    expect((await house.services.mails()).at(-1)?.subject).toBe('Join Ada’s team on Promptwell');
    expect(await readInvitation(house.services, bob, { token })).toMatchObject({
      teamName: 'Ada’s team',
      rank: 'member',
    });
    expect(await codeOf(readInvitation(house.services, await signUp('Eve'), { token }))).toBe(
      'invitation_for_other',
    );
    await joinTeam(house.services, bob, { token });
    expect(await rolesOf(bob)).toEqual(['teamuser']);
    expect(await codeOf(joinTeam(house.services, bob, { token }))).toBe('invitation_over');
    expect((await teamOf(owner))?.members.map(({ name, rank }) => [name, rank])).toEqual([
      ['Ada Lovelace', 'owner'],
      ['Bob Lovelace', 'member'],
    ]);
  });

  it('whose acceptance breaks off once it is committed has given the role to those who are signed in', async () => {
    const { services } = house;
    const { actor, token: session } = await services.signUp();
    const token = await invite(actor.email);
    const fullDisk = {
      ...services.ledger,
      setMonthlyCap: () => Promise.reject(new Error('The disk is full.')),
    };
    await expect(joinTeam({ ...services, ledger: fullDisk }, actor, { token })).rejects.toThrow('disk');
    expect((await services.sessions.find(session, 'bearer'))?.roles).toEqual(['teamuser']);
  });

  it('ends with its week, when it is withdrawn, and when another replaces it', async () => {
    const bob = await signUp('Bob');
    const first = await invite(bob.email);
    const second = await invite(bob.email);
    expect(await codeOf(joinTeam(house.services, bob, { token: first }))).toBe('invitation_over');
    const [open] = (await teamOf(owner))?.invitations ?? [];
    expect(open).toMatchObject({ email: bob.email, isExpired: false });
    house.services.pass(7 * DAY_MS);
    expect(await codeOf(joinTeam(house.services, bob, { token: second }))).toBe('invitation_over');
    expect((await teamOf(owner))?.invitations).toMatchObject([{ isExpired: true }]);
    const third = await invite(bob.email);
    const withdrawn = { invitationId: (await teamOf(owner))?.invitations[0]?.id ?? '' };
    await revokeInvitation(house.services, owner, withdrawn);
    expect(await codeOf(joinTeam(house.services, bob, { token: third }))).toBe('invitation_over');
    expect(await codeOf(revokeInvitation(house.services, owner, withdrawn))).toBe('no_such_invitation');
    await invite(bob.email);
    house.services.pass(15 * DAY_MS);
    await sweepInvitations(house.services);
    expect(await house.services.prisma.teamInvitation.count()).toBe(0);
  });

  it('is sent while there are seats: people and open invitations count', async () => {
    await member('Bob');
    for (const name of ['a', 'b', 'c']) await invite(`${name}@example.org`);
    expect(await codeOf(invite('d@example.org'))).toBe('no_seat_left');
    expect(await codeOf(invite('a@example.org'))).not.toBe('no_seat_left'); // the same seat, promised anew
  });

  it('is refused to those who are in a team already, and from those who look after none', async () => {
    const bob = await member('Bob');
    expect(await codeOf(invite(bob.email))).toBe('already_member');
    expect(await codeOf(invite(owner.email))).toBe('already_member');
    expect(await codeOf(invite('x@example.org', 'member', bob))).toBe('not_team_admin');
    const admin = await member('Cleo', 'admin');
    expect(await rolesOf(admin)).toEqual(['teamadmin']);
    expect(await codeOf(invite('x@example.org', 'admin', admin))).toBe('not_team_owner');
    expect(await codeOf(invite('x@example.org', 'member', admin))).toBe('done');
  });

  it('is refused to whoever opens another at the same moment, and stays open', async () => {
    const zoe = await ownerOfAnother('Zoe');
    const bob = await signUp('Bob');
    const tokens = [await invite(bob.email), await invite(bob.email, 'member', zoe)];
    const outcomes = await Promise.all(
      tokens.map((token) => codeOf(joinTeam(house.services, bob, { token }))),
    );
    expect(outcomes.sort()).toEqual(['already_in_team', 'done']);
    expect(await house.services.prisma.teamInvitation.count()).toBe(1);
  });

  it('that was sent to two addresses of one person lets them in once', async () => {
    const bob = await signUp('Bob');
    const [first, second] = [await invite(bob.email), await invite('bob@example.org')];
    await joinTeam(house.services, bob, { token: first });
    await setBudget(house.services, owner, { userId: bob.userId, budget: 1 });
    const moved = { ...bob, email: 'bob@example.org' };
    expect(await codeOf(joinTeam(house.services, moved, { token: second }))).toBe('already_in_team');
    expect((await teamOf(owner))?.members[1]?.usage?.budgetCents).toBe(100);
  });

  it('once accepted, is left before a plan of one’s own begins', async () => {
    const bob = await member('Bob');
    const start = () => startSubscription(house.services, bob, { PriceId: 'price_team', Seats: 5 });
    expect(await codeOf(start())).toBe('already_in_team');
    await leaveTeam(house.services, bob);
    expect(await codeOf(start())).toBe('done');
  });

  it('is for the owner of a team to accept when the plan has ended, not when it is only canceled', async () => {
    const zoe = await ownerOfAnother('Zoe');
    const token = await invite(owner.email, 'member', zoe);
    await cancelSubscription(house.services, owner);
    await expect(joinTeam(house.services, owner, { token })).rejects.toMatchObject({
      code: 'already_in_team',
      message: 'You have your own team. Cancel its plan, and join another once it has ended.',
    });
    await changePlan({ status: 'canceled' });
    expect(await codeOf(joinTeam(house.services, owner, { token }))).toBe('done');
  });

  it('accepted while the first payment of one’s own plan is open, gives way to the plan once it is paid', async () => {
    const { services, stripe } = house;
    const bob = await signUp('Bob');
    const { clientSecret } = await startSubscription(services, bob, { PriceId: 'price_team', Seats: 5 });
    await joinTeam(services, bob, { token: await invite(bob.email, 'admin') });
    await setBudget(services, owner, { userId: bob.userId, budget: 0 });
    stripe.account.pay(clientSecret.split('_secret_')[0] ?? '');
    await house.deliverAll();
    expect(await teamOf(bob)).toMatchObject({ rank: 'owner', name: 'Bob’s team', isOn: true });
    expect((await teamOf(owner))?.members.map(({ name }) => name)).toEqual(['Ada Lovelace']);
    expect(services.seats.has(bob.userId)).toBe(false);
    expect((await services.ledger.monthlyCaps([bob.userId])).get(bob.userId)?.capMicroUsd).toBeNull();
    expect(await rolesOf(bob)).toEqual(['teamadmin']);
    await changePlan({ status: 'canceled' });
    expect(await rolesOf(bob)).toEqual([]);
  });

  it('does not add a second team', async () => {
    const bob = await member('Bob');
    const other = await ownerOfAnother('Zoe');
    expect(
      await codeOf(joinTeam(house.services, bob, { token: await invite(bob.email, 'member', other) })),
    ).toBe('already_in_team');
  });
});

it('a team’s name is one line: it goes into the invitations', () => {
  expect(renameSchema.safeParse({ name: 'Class 7b' }).success).toBe(true);
  for (const name of ['Class\r\nBcc: everyone', 'Class\u2028Pay at http://example.org', 'Class\u0000']) {
    expect(renameSchema.safeParse({ name }).success).toBe(false);
  }
});

describe('the plan', () => {
  it('takes the roles with it when it ends, and brings them back', async () => {
    const bob = await member('Bob');
    await changePlan({ status: 'canceled' });
    expect(await rolesOf(bob)).toEqual([]);
    expect(await teamOf(bob)).toMatchObject({ isOn: false, hasSeat: false });
    expect(await codeOf(invite('x@example.org'))).toBe('not_team_admin');
    await changePlan({ status: 'active' });
    expect(await rolesOf(bob)).toEqual(['teamuser']);
  });

  it('is offered where this server sells it, and leads whoever has Enterprise to their team', async () => {
    const bob = await signUp('Bob');
    const pagesOf = async (actor: Actor) => ({
      teams: await readTeamsPage(house.services, actor, { page: 1 }),
      enterprise: await readEnterprisePage(house.services, actor),
    });
    expect(await pagesOf(bob)).toEqual({
      teams: { team: null, canStart: true },
      enterprise: { hasPlan: false, canStart: true },
    });
    expect((await pagesOf(owner)).enterprise.hasPlan).toBe(false);
    await updateSubscription(house.services, owner, { PriceId: 'price_enterprise', Seats: 5 });
    expect(await pagesOf(owner)).toMatchObject({
      teams: { team: { plan: 'enterprise' } },
      enterprise: { hasPlan: true },
    });
  });

  it('with fewer seats than people leaves out who came last, until a seat is free', async () => {
    const [bob, cleo, dan] = [await member('Bob'), await member('Cleo'), await member('Dan')];
    expect(await codeOf(updateSubscription(house.services, owner, { PriceId: 'price_team', Seats: 5 }))).toBe(
      'done',
    );
    await member('Eva');
    await changePlan({ seats: 3 });
    expect(await Promise.all([bob, cleo, dan].map(rolesOf))).toEqual([['teamuser'], ['teamuser'], []]);
    await leaveTeam(house.services, bob);
    expect(await Promise.all([bob, cleo, dan].map(rolesOf))).toEqual([[], ['teamuser'], ['teamuser']]);
  });

  it('cannot be cut below its people here', async () => {
    await changePlan({ seats: 7 });
    for (const name of ['Bob', 'Cleo', 'Dan', 'Eva', 'Finn']) await member(name);
    const cut = updateSubscription(house.services, owner, { PriceId: 'price_team', Seats: 5 });
    await expect(cut).rejects.toMatchObject({
      code: 'seats_taken',
      message: 'Your team has 6 people. Remove 1 of them first, or keep 6 seats.',
    });
  });
});

describe('a member', () => {
  it('is made an admin by the owner only, and looked after by admins', async () => {
    const [bob, cleo] = [await member('Bob'), await member('Cleo')];
    await changeRank(house.services, owner, { userId: bob.userId, rank: 'admin' });
    expect(await rolesOf(bob)).toEqual(['teamadmin']);
    expect(await codeOf(changeRank(house.services, bob, { userId: cleo.userId, rank: 'admin' }))).toBe(
      'not_team_owner',
    );
    expect(await codeOf(removeMember(house.services, cleo, { userId: bob.userId }))).toBe('not_team_admin');
    expect(await codeOf(removeMember(house.services, bob, { userId: cleo.userId }))).toBe('done');
    expect(await rolesOf(cleo)).toEqual([]);
    expect(await codeOf(removeMember(house.services, bob, { userId: owner.userId }))).toBe('no_such_member');
  });

  it('keeps a role that an administrator gave', async () => {
    const bob = await signUp('Bob');
    await house.services.prisma.userRole.create({ data: { userId: bob.userId, role: 'teamuser' } });
    await joinTeam(house.services, bob, { token: await invite(bob.email) });
    await leaveTeam(house.services, bob);
    expect(await rolesOf(bob)).toEqual(['teamuser']);
  });

  it('spends within a monthly budget, which the hold enforces and leaving ends', async () => {
    const { ledger, clock } = house.services;
    const bob = await member('Bob');
    await ledger.credit({ userId: bob.userId, amountMicroUsd: 9_000_000n, source: 'grant', key: 'bob' });
    const spend = async (cents: bigint): Promise<void> => {
      const held = await ledger.hold({
        userId: bob.userId,
        endpoint: 'test',
        idempotencyKey: randomUUID(),
        requestHash: 'hash',
        provider: 'demo',
        model: 'demo',
        price: plainRule({ inputMicroUsdPer1k: cents * 10_000_000n, outputMicroUsdPer1k: 0n }),
        inputTokens: 1,
        maxOutputTokens: 0,
        searches: 0,
        isFree: false,
        limits: { freeSendsPerDay: 15 },
        deadlineAtMs: clock() + 60_000,
      });
      await ledger.settle({
        operationId: held.operationId,
        inputTokens: 1,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 0,
        searches: 0,
        answer: '{}',
        doNotStore: false,
      });
    };
    await setBudget(house.services, owner, { userId: bob.userId, budget: 2.5 });
    await spend(200n);
    await expect(spend(51n)).rejects.toMatchObject({
      code: 'insufficient_funds',
      data: { monthlyCapCents: 250, spentThisMonthCents: 200 },
    });
    const usage = { requests: 1, spentCents: 200, budgetCents: 250 };
    expect((await teamOf(owner))?.members[1]).toMatchObject({ usage });
    expect((await teamOf(bob))?.members.map((each) => each.usage)).toEqual([null, usage]);
    expect(await codeOf(setBudget(house.services, bob, { userId: bob.userId }))).toBe('not_team_admin');
    await leaveTeam(house.services, bob);
    await spend(51n);
  });
});

it('a member begins without the budget of an earlier team', async () => {
  const { ledger } = house.services;
  const bob = await signUp('Bob');
  await ledger.setMonthlyCap(bob.userId, 0n); // as set in the moment in which they left it
  await joinTeam(house.services, bob, { token: await invite(bob.email) });
  expect((await ledger.monthlyCaps([bob.userId])).get(bob.userId)?.capMicroUsd).toBeNull();
});

describe('a shared prompt', () => {
  const prompt = savePromptSchema.parse({ title: 'Lesson plan', content: 'Plan a lesson about {{topic}}' });
  const titles = async (actor: Actor, search = ''): Promise<string[]> => {
    const query = { page: 1, pageSize: 12, search, sortBy: 'recent' } as const;
    return (await listTeamPrompts(house.services, actor, query)).prompts.map(({ title }) => title);
  };

  it('is seen and found by the team, and by nobody else', async () => {
    const [bob, eve] = [await member('Bob'), await signUp('Eve')];
    const { id } = await savePrompt(house.services, bob, prompt);
    expect(await codeOf(findPrompt(house.services, owner, id))).toBe('no_such_prompt');
    expect(await sharePrompt(house.services, bob, { id, isShared: true })).toMatchObject({
      isSharedWithTeam: true,
    });
    expect(await findPrompt(house.services, owner, id)).toMatchObject({ isSharedWithTeam: false });
    expect(await codeOf(findPrompt(house.services, eve, id))).toBe('no_such_prompt');
    expect(await codeOf(findPrompt(house.services, undefined, id))).toBe('no_such_prompt');
    expect([await titles(owner), await titles(owner, 'lesson'), await titles(owner, 'cake')]).toEqual([
      ['Lesson plan'],
      ['Lesson plan'],
      [],
    ]);
    expect(await titles(eve)).toEqual([]);
    expect(await codeOf(sharePrompt(house.services, owner, { id, isShared: true }))).toBe('no_such_prompt');
    expect(await codeOf(sharePrompt(house.services, eve, { id, isShared: true }))).toBe('no_team');
    await sharePrompt(house.services, bob, { id, isShared: false });
    expect(await titles(owner)).toEqual([]);
  });

  it('is hidden while its author has no seat', async () => {
    const [bob, cleo] = [await member('Bob'), await member('Cleo')];
    const { id } = await savePrompt(house.services, cleo, prompt);
    await sharePrompt(house.services, cleo, { id, isShared: true });
    expect(await titles(bob)).toEqual(['Lesson plan']);
    await changePlan({ seats: 2 });
    expect(await codeOf(findPrompt(house.services, bob, id))).toBe('no_such_prompt');
    expect([await titles(bob), await titles(bob, 'lesson')]).toEqual([[], []]);
    expect(await findPrompt(house.services, cleo, id)).toMatchObject({ title: 'Lesson plan' });
  });

  it('of the owner is seen by the team', async () => {
    const bob = await member('Bob');
    const { id } = await savePrompt(house.services, owner, prompt);
    await sharePrompt(house.services, owner, { id, isShared: true });
    expect(await titles(bob)).toEqual(['Lesson plan']);
    expect(await findPrompt(house.services, bob, id)).toMatchObject({ title: 'Lesson plan' });
  });

  it('stays its author’s when they leave, and is hidden while the plan is off', async () => {
    const bob = await member('Bob');
    const { id } = await savePrompt(house.services, bob, prompt);
    await sharePrompt(house.services, bob, { id, isShared: true });
    await changePlan({ status: 'canceled' });
    expect(await codeOf(findPrompt(house.services, owner, id))).toBe('no_such_prompt');
    await changePlan({ status: 'active' });
    expect(await titles(owner)).toEqual(['Lesson plan']);
    await leaveTeam(house.services, bob);
    expect(await titles(owner)).toEqual([]);
    expect(await findPrompt(house.services, bob, id)).toMatchObject({ isSharedWithTeam: false });
  });
});

it('a team ends with its owner’s account: its people keep their prompts and lose the role and the budget', async () => {
  const bob = await member('Bob');
  await setBudget(house.services, owner, { userId: bob.userId, budget: 1 });
  await deleteAccount(house.services, owner, undefined);
  expect(await rolesOf(bob)).toEqual([]);
  expect(await teamOf(bob)).toBeNull();
  expect((await house.services.ledger.monthlyCaps([bob.userId])).get(bob.userId)?.capMicroUsd).toBeNull();
  expect(await house.services.prisma.team.count()).toBe(0);
});

it('whoever joins in the moment in which the owner’s account is deleted keeps no role of it', async () => {
  const { ledger } = house.services;
  await member('Cleo');
  const bob = await signUp('Bob');
  const token = await invite(bob.email);
  const joiningMeanwhile: Services['ledger'] = {
    ...ledger,
    setMonthlyCap: async (...cap) => {
      await codeOf(joinTeam(house.services, bob, { token }));
      await ledger.setMonthlyCap(...cap);
    },
  };
  const forgetSession = () => undefined;
  await teamData({ ...house.services, ledger: joiningMeanwhile, forgetSession }).remove(owner.userId);
  expect(await rolesOf(bob)).toEqual([]);
});

it('its pages end where those of all lists do, and have everyone whom the largest plan seats', () => {
  const { page } = teamQuerySchema.parse({ page: '1000' });
  expect(page).toBe(100);
  const seats = (count: number) => planChoiceSchema.safeParse({ PriceId: 'price_team', Seats: count });
  expect(seats(page * MEMBERS_A_PAGE + 1).success).toBe(false);
});
