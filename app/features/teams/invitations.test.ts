import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { sendDueMails } from '~/features/mails/index.server';
import { cancelSubscription, startSubscription } from '~/features/subscriptions/index.server';
import { RecipientRejectedError } from '~/integrations/mail/index.server';
import { intentOf } from '../../../tests/support/paying-by-card';
import { codeOf, teamOfAda } from '../../../tests/support/team-of-ada';
import {
  inviteMember,
  joinTeam,
  leaveTeam,
  readInvitation,
  renameSchema,
  renameTeam,
  revokeInvitation,
  setBudget,
  sweepInvitations,
} from './index.server';

const invited = { email: 'bob@example.org', rank: 'member' } as const;
const { house, signUp, invite, member, ownerOfAnother, rolesOf, teamOf, changePlan } = teamOfAda();
let owner: Actor;
beforeEach(() => {
  owner = house.ada;
});

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

  it('that the mail server doesn’t take is sent later, and a mailbox that isn’t there is told at its field', async () => {
    const { services } = house;
    const failing = (error: Error) => ({
      ...services,
      mailer: { ...services.mailer, send: () => Promise.reject(error) },
    });
    const { message } = await inviteMember(failing(new Error('away')), owner, invited);
    expect(message).toContain('We’ll keep trying for three days.');
    expect((await teamOf(owner))?.invitations).toHaveLength(1);
    services.pass(MINUTE_MS);
    await sendDueMails(services);
    expect((await services.mails()).at(-1)?.subject).toBe('Join Ada’s team on Promptwell');
    await expect(
      inviteMember(failing(new RecipientRejectedError('550')), owner, invited),
    ).rejects.toMatchObject({
      code: 'no_such_mailbox',
      field: 'email',
    });
    expect((await teamOf(owner))?.invitations).toEqual([]);
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

  it('names nobody and no team by what a mail program would make a link of', async () => {
    const { services } = house;
    await renameTeam(services, owner, { name: 'You won! prize.example/claim' });
    const lastName = 'of prize.example';
    await services.prisma.user.update({ where: { id: owner.userId }, data: { lastName } });
    await inviteMember(services, owner, invited);
    const { subject, text = '' } = (await services.mails()).at(-1) ?? {};
    expect(subject).toBe('Join a team on Promptwell');
    expect(text).toContain(`${owner.email} invited you to join a team on Promptwell.`);
    expect(text).not.toContain('prize.example');
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
    stripe.account.pay(intentOf(clientSecret));
    await house.deliverAll();
    expect(await teamOf(bob)).toMatchObject({ rank: 'owner', name: 'Bob’s team', isOn: true });
    expect((await teamOf(owner))?.members.map(({ name }) => name)).toEqual(['Ada Lovelace']);
    expect(await services.seats.has(bob.userId)).toBe(false);
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
