import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { readActivityPage, type ActivityRow } from './list-activity.server';
import { activityAddressSchema, ACTIVITY_LISTS, type ActivityList } from './schema';

let services: TestServices;
let root: Actor;
let ada: Actor;
beforeEach(async () => {
  services = testServices();
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
  ({ actor: ada } = await services.signUp());
  return () => services.close();
});

const open = (address: Record<string, string>) =>
  readActivityPage(services, root, activityAddressSchema.parse(address));

const SECRET = 'nobody else’s business';
const RUN = { scriptName: SECRET, script: SECRET, plan: SECRET, planHash: '', mode: 'EXECUTE' };

/** Five of each by one user, two of them at the same moment. */
async function addFive(): Promise<void> {
  const { prisma, ledger } = services;
  await ledger.credit({ userId: ada.userId, source: 'grant', amountMicroUsd: 1_000_000n, key: 'credit' });
  const category = await prisma.category.create({ data: { name: 'Cooking', sortOrder: 1 } });
  const texts = { userTopic: SECRET, userDetails: SECRET, rawTopic: SECRET, rawSubtopic: SECRET };
  for (let index = 0; index < 5; index += 1) {
    const at = new Date(services.clock() + Math.floor(index / 2) * 1_000);
    const { userId } = ada;
    const categoryId = index === 0 ? category.id : null;
    await prisma.generatedPrompt.create({ data: { userId, ...texts, categoryId, createdAt: at } });
    await prisma.savedPrompt.create({
      data: {
        userId,
        categoryId,
        title: index === 0 ? 'For everybody' : SECRET,
        description: SECRET,
        content: SECRET,
        preview: SECRET,
        variableCount: 0,
        isPublic: index < 2,
        moderation: index === 1 ? 'flagged' : 'clear',
        rawTopic: SECRET,
        rawSubtopic: SECRET,
        createdAt: at,
        updatedAt: at,
      },
    });
    await prisma.baiqlExecution.create({
      data: {
        id: `run-${String(index)}`,
        userId,
        ...RUN,
        status: index === 0 ? 'running' : 'completed',
        createdAt: BigInt(at.getTime()),
      },
    });
    await prisma.ledgerUncharged.create({
      data: {
        operationId: `operation-${String(index)}`,
        userId,
        at: BigInt(at.getTime()),
        provider: 'demo',
        model: 'demo',
        reason: 'The vendor did not answer.',
      },
    });
  }
}

describe('the lists of the console', () => {
  it.each(['uncharged', 'generated', 'saved', 'runs'] satisfies ActivityList[])(
    'have %s page by page, none twice and none left out, and nothing that anybody wrote',
    async (list) => {
      await addFive();
      const seen: ActivityRow[] = [];
      let after: string | null = null;
      do {
        const page = await readActivityPage(services, root, {
          ...activityAddressSchema.parse({ list, ...(after === null ? {} : { after }) }),
          pageSize: 2,
        });
        for (const row of page.rows) seen.push(row);
        after = page.next;
      } while (after !== null);
      expect(new Set(seen.map(({ place }) => place)).size).toBe(5);
      expect(seen.map(({ at }) => at)).toEqual(
        seen
          .map(({ at }) => at)
          .sort()
          .reverse(),
      );
      expect(new Set(seen.map(({ user }) => user.email))).toEqual(new Set([ada.email]));
      expect(JSON.stringify(seen)).not.toContain(SECRET);
    },
  );

  it('are filtered by category and by status', async () => {
    await addFive();
    const { categories } = await open({});
    const category = String(categories[0]?.id);
    expect((await open({ list: 'generated', category })).rows).toMatchObject([{ what: 'Cooking' }]);
    expect((await open({ list: 'saved', category })).rows).toMatchObject([
      { what: 'Cooking', detail: 'For everybody', status: 'public' },
    ]);
    const { rows } = await open({ list: 'saved' });
    expect(rows.map(({ status }) => status)).toEqual(['private', 'private', 'private', 'pending', 'public']);
    expect((await open({ list: 'runs', status: 'running' })).rows).toHaveLength(1);
  });

  it.each(Object.keys(ACTIVITY_LISTS))('forgive an address of %s that makes no sense', async (list) => {
    await addFive();
    const absurd = { list, category: '-1', status: '💥', after: "1e99_' OR 1=1", pageSize: '1000000' };
    const page = await open(absurd);
    expect(page.rows).toHaveLength(list === 'requests' ? 0 : 5);
    expect((await open({ list: 'nothing' })).list).toBe('requests');
    expect((await open({ list, category: '9007199254740991', after: '999999999999999_x' })).list).toBe(list);
  });
});
