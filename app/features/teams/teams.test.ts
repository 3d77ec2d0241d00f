import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { deleteAccount } from '~/features/accounts/index.server';
import { plainRule } from '~/features/ledger/index.server';
import {
  findPrompt,
  listTeamPrompts,
  savePrompt,
  savePromptSchema,
  sharePrompt,
} from '~/features/prompts/index.server';
import { planChoiceSchema, updateSubscription } from '~/features/subscriptions/index.server';
import type { Services } from '~/services';
import { codeOf, teamOfAda } from '../../../tests/support/team-of-ada';
import {
  changeRank,
  joinTeam,
  leaveTeam,
  readEnterprisePage,
  readTeamsPage,
  removeMember,
  setBudget,
  teamData,
  teamQuerySchema,
} from './index.server';
import { MEMBERS_PER_PAGE } from './team-terms';

const { house, signUp, invite, member, rolesOf, teamOf, changePlan } = teamOfAda();
let owner: Actor;
beforeEach(() => {
  owner = house.ada;
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
    const { ledger } = house.services;
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
        timeoutMs: 60_000,
      });
      await ledger.settle({
        operationId: held.operationId,
        inputTokens: 1,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 0,
        searches: 0,
        resultOf: () => ({}),
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
  expect(seats(page * MEMBERS_PER_PAGE + 1).success).toBe(false);
});
