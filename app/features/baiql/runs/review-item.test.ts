import { compile, parse } from '@promptwell/baiql-lang';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../../tests/support/services';
import type { Actor } from '~/core/server/session.server';
import { getItemDetail, reviewItem, undoReview } from './review-item.server';

let services: TestServices;
let actor: Actor;
const place = { id: 'run-1', batch: 1, number: 1 };

beforeEach(async () => {
  services = testServices();
  ({ actor } = await services.signUp({ roles: ['paiduser'] }));
  await services.prisma.baiqlExecution.create({
    data: {
      id: place.id,
      userId: actor.userId,
      scriptName: 'Totals',
      script: '',
      plan: '{"items":[]}',
      planHash: 'h',
      mode: 'EXECUTE',
      status: 'completed',
      createdAt: 1n,
    },
  });
});
afterEach(() => services.close());

async function addResult(detail: object): Promise<void> {
  const { id: executionId, batch, number } = place;
  await services.prisma.baiqlResult.create({
    data: {
      executionId,
      batch,
      number,
      status: 'succeeded',
      label: 'Ada',
      prompt: 'p',
      reply: 'Eight.',
      detail: JSON.stringify({ failedRuns: [], outputs: [], logLines: [], lastRun: '0/0/1', ...detail }),
    },
  });
}

describe('a reply of a batch that assigns a GLOBAL', () => {
  beforeEach(() => addResult({ globals: { TOTAL: 8 } }));

  it('can be accepted, and that taken back', async () => {
    expect(await reviewItem(services, actor, { ...place, verdict: 'accepted' })).toMatchObject({
      review: { verdict: 'accepted' },
    });
    expect(await undoReview(services, actor, place)).toMatchObject({ review: null });
  });

  it('can be neither edited nor asked for again, and says why before anybody tries', async () => {
    const why = /assigns a GLOBAL, and later transactions used its value/;
    expect((await getItemDetail(services, actor, place)).whyNotRevised).toMatch(why);
    for (const wish of [{ verdict: 'edited', reply: 'Nine.' } as const, { verdict: 'asked' } as const]) {
      await expect(reviewItem(services, actor, { ...place, ...wish })).rejects.toMatchObject({
        code: 'not_revisable',
        message: expect.stringMatching(why) as string,
      });
    }
  });
});

it('a reply that nothing was built on can be edited', async () => {
  await addResult({});
  expect((await getItemDetail(services, actor, place)).whyNotRevised).toBeNull();
  expect(await reviewItem(services, actor, { ...place, verdict: 'edited', reply: 'Nine.' })).toMatchObject({
    review: { verdict: 'edited', text: 'Nine.', original: 'Eight.', isPending: true },
  });
});

describe('a reply with fields', () => {
  const FIELDS = 'OUTPUT "o.csv" FIELDS points NUMBER, grade ("A", "B")';
  const plan = JSON.stringify(compile(parse(`BATCH_START\nPROMPT "p"\nRUN\n${FIELDS}\nEND_BATCH\n`).tree));
  beforeEach(async () => {
    await services.prisma.baiqlExecution.update({ where: { id: place.id }, data: { plan } });
    await addResult({});
    await services.prisma.baiqlResult.updateMany({ data: { reply: '{"points": 7, "grade": "A"}' } });
  });

  it('comes with them for a form, those of a correction once there is one', async () => {
    expect((await getItemDetail(services, actor, place)).fields).toMatchObject([
      { name: 'points', kind: 'NUMBER', value: 7 },
      { name: 'grade', choices: ['A', 'B'], value: 'A' },
    ]);
    const reply = '{"points": 8, "grade": "B"}';
    const { fields } = await reviewItem(services, actor, { ...place, verdict: 'edited', reply });
    expect(fields?.map(({ value }) => value)).toEqual([8, 'B']);
  });

  it('is refused with what is wrong at each field', async () => {
    const reply = '{"points": "many", "grade": "C"}';
    await expect(reviewItem(services, actor, { ...place, verdict: 'edited', reply })).rejects.toMatchObject({
      code: 'bad_reply',
      data: { fields: { points: 'must be a number, not "many"', grade: 'must be one of A, B, not "C"' } },
    });
  });
});
