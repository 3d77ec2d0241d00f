import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { makeTestDrives } from '~/features/accounts/index.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { exportFeedback, readFeedbackResults } from './feedback-results.server';
import { feedbackSchema, groupOf, QUESTION_KEYS } from './schema';
import { readSurvey, submitFeedback } from './submit-feedback.server';

let services: TestServices;
let root: Actor;
beforeEach(async () => {
  services = testServices();
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
  return async () => {
    expect((await services.ledger.reconcile()).isSound).toBe(true);
    await services.close();
  };
});

async function testDrive(number: number, creditCents: number): Promise<Pick<Actor, 'userId' | 'email'>> {
  const series = { first: number, count: 1, domain: 'example.org', creditCents };
  const { made } = await makeTestDrives(services, root, series);
  return { userId: made[0]?.userId ?? '', email: made[0]?.email ?? '' };
}

const answers = (value: number) => Object.fromEntries(QUESTION_KEYS.map((key) => [key, value]));
const input = (group: number, value: number, more: object = {}) =>
  feedbackSchema.parse({ CategoryId: group, ...answers(value), ...more });

const adjust = (userId: string, cents: number, key: string) =>
  services.ledger.adjust({
    userId,
    amountMicroUsd: BigInt(cents) * 10_000n,
    key,
    note: 'test',
    actorId: root.userId,
  });

describe('the test group', () => {
  it.each([
    ['testdrive0@example.org', 1],
    ['TestDrive9@example.org', 1],
    ['testdrive10@example.org', 2],
    ['testdrive79@example.org', 2],
    ['testdrive80@example.org', 3],
    ['testdrive89@example.org', 3],
    ['testdrive90@example.org', 4],
    ['testdrive@example.org', 4],
    ['testdrive-x7@example.org', 4],
  ])('of %s is %i', (email, group) => {
    expect(groupOf(email).id).toBe(group);
  });
});

describe('the survey', () => {
  it.each([
    [0, 125],
    [10, 50],
    [80, 100],
    [90, 150],
  ])('of account %i opens at %i cents, and more credit does not close it', async (number, cents) => {
    const actor = await testDrive(number, cents + 1);
    expect(await readSurvey(services, actor)).toMatchObject({ isUnlocked: false, unlocksAtCents: cents });
    await adjust(actor.userId, -1, 'spend');
    expect(await readSurvey(services, actor)).toMatchObject({ isUnlocked: true });
    await adjust(actor.userId, 500, 'more');
    expect(await readSurvey(services, actor)).toMatchObject({ isUnlocked: true });
  });

  it('is for test-drive accounts only, once it is open, and for their own group', async () => {
    const { actor: other } = await services.signUp();
    expect(await readSurvey(services, other)).toBeNull();
    await expect(submitFeedback(services, other, input(4, 5))).rejects.toMatchObject({
      message: 'Feedback is not available for this account.',
    });
    const rich = await testDrive(5, 500);
    await expect(submitFeedback(services, rich, input(1, 5))).rejects.toMatchObject({
      code: 'feedback_locked',
    });
    const poor = await testDrive(6, 100);
    await expect(submitFeedback(services, poor, input(2, 5))).rejects.toMatchObject({ code: 'wrong_group' });
    expect(await submitFeedback(services, poor, input(1, 5))).toEqual({
      message: 'Feedback submitted. Thank you!',
    });
  });

  it('takes 1 to 10 and 99, and a comment or none', () => {
    const isTaken = (more: object) =>
      feedbackSchema.safeParse({ CategoryId: 1, ...answers(1), ...more }).success;
    expect([1, 10, 99].map((Q3) => isTaken({ Q3 }))).toEqual([true, true, true]);
    expect([0, 11, 98, 1.5, '5', null, undefined].map((Q3) => isTaken({ Q3 }))).not.toContain(true);
    expect(isTaken({ Comment: 'x'.repeat(4_001) })).toBe(false);
    expect(input(1, 1, { Comment: null }).Comment).toBe('');
  });
});

describe('the results', () => {
  it('have averages without N/A by question and group, comments, and a file', async () => {
    const early = await testDrive(1, 100);
    const techie = await testDrive(20, 10);
    await submitFeedback(services, early, input(1, 4, { Q2: 99, Comment: '=SUM(A1)' }));
    await submitFeedback(services, techie, input(2, 8));
    const all = await readFeedbackResults(services, root, { group: undefined, page: 1 });
    expect(all.total).toBe(2);
    expect(all.results[0]).toMatchObject({ average: 6, byGroup: [4, 8, null, null], notApplicable: 0 });
    expect(all.results[1]).toMatchObject({ average: 8, byGroup: [null, 8, null, null], notApplicable: 1 });
    expect(all.comments).toHaveLength(2);
    const techies = await readFeedbackResults(services, root, { group: 2, page: 1 });
    expect(techies).toMatchObject({ total: 1, comments: [{ email: techie.email }] });
    const file = await (await exportFeedback(services, root)).text();
    expect(file).toContain("'=SUM(A1)");
    expect(file.trim().split('\r\n')).toHaveLength(3);
  });

  it('go with the account', async () => {
    const actor = await testDrive(1, 100);
    await submitFeedback(services, actor, input(1, 4));
    for (const part of services.personalData) await part.remove(actor.userId);
    expect(await services.prisma.feedback.count()).toBe(0);
  });
});
