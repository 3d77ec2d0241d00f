import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../../tests/support/services';
import type { Actor } from '~/core/server/session.server';
import type { ExportFile } from '~/core/shared/export-file';
import { baiqlData } from '../personal-data.server';
import { getScript, listScripts, saveScript } from '../scripts/scripts.server';
import { listItems } from './list-items.server';
import { listItemsSchema } from './items-schema';

let services: TestServices;
let actor: Actor;
beforeEach(async () => {
  services = testServices();
  ({ actor } = await services.signUp({ roles: ['paiduser'] }));
});
afterEach(() => services.close());

async function addRun(number: number, items: number, reply = 'r'): Promise<string> {
  const id = `run-${number}`;
  await services.prisma.baiqlExecution.create({
    data: {
      id,
      userId: actor.userId,
      scriptName: id,
      script: `# ${id}`,
      plan: '{"items":[]}',
      planHash: 'h',
      mode: 'EXECUTE',
      status: 'completed',
      // Several in one moment.
      createdAt: BigInt(Math.floor(number / 3)),
    },
  });
  await services.prisma.baiqlResult.createMany({
    data: Array.from({ length: items }, (_, index) => ({
      executionId: id,
      batch: 1 + (index % 2),
      number: index + 1,
      status: index % 5 === 0 ? 'failed' : 'succeeded',
      label: '',
      prompt: '',
      reply,
      detail: '{}',
    })),
  });
  return id;
}

describe('the transactions of a run', () => {
  it('come in pages of no more than an answer can hold, from one place to the next', async () => {
    const id = await addRun(1, 30, 'x'.repeat(150_000));
    const numbers: number[] = [];
    let next: string | null = '0/0';
    while (next !== null) {
      const page = await listItems(services, actor, { id, ...listItemsSchema.parse({ after: next }) });
      expect(page.items.length).toBeGreaterThan(0);
      expect(JSON.stringify(page.items).length).toBeLessThan(1_100_000);
      for (const { number } of page.items) numbers.push(number);
      next = page.next;
    }
    expect(numbers).toHaveLength(30);
    expect(new Set(numbers).size).toBe(30);
  });

  it('are counted by pages, and chosen by what became of them', async () => {
    const id = await addRun(1, 30);
    const read = (query: object) => listItems(services, actor, { id, ...listItemsSchema.parse(query) });
    expect(await read({ page: 2, pageSize: 20 })).toMatchObject({
      total: 30,
      items: { length: 10 },
      next: null,
    });
    const first = await read({ status: 'failed', pageSize: 4 });
    expect(first).toMatchObject({ total: 6, items: { length: 4 } });
    expect(await read({ status: 'failed', after: first.next })).toMatchObject({
      items: { length: 2 },
      next: null,
    });
  });
});

describe('scripts', () => {
  it('are listed without their texts, and each is given with its own', async () => {
    const { scriptId } = await saveScript(services, actor, { name: 'One', content: '# größe' });
    const [listed] = await listScripts(services, actor);
    expect(listed).toMatchObject({ scriptId, name: 'One', size: 9 });
    expect(listed).not.toHaveProperty('content');
    expect((await getScript(services, actor, scriptId)).content).toBe('# größe');
  });
});

describe('an export', () => {
  const files = async (): Promise<Map<string, unknown>> => {
    const all = new Map<string, unknown>();
    for await (const { name, content } of baiqlData(services).exportFiles(actor.userId)) {
      all.set(name, JSON.parse(await textOf(content)));
    }
    return all;
  };
  const textOf = async (content: ExportFile['content']): Promise<string> => {
    let text = '';
    for await (const piece of content) text += String(piece);
    return text;
  };

  it('has every script, every run and every transaction, however many @soak', async () => {
    await saveScript(services, actor, { name: 'One', content: '# one' });
    await saveScript(services, actor, { name: 'Two', content: '# two' });
    for (let number = 1; number <= 205; number += 1) await addRun(number, number === 205 ? 250 : 0);
    const exported = await files();
    const scripts = exported.get('baiql-scripts.json') as { content: string }[];
    expect(scripts.map(({ content }) => content).sort()).toEqual(['# one', '# two']);
    const runs = exported.get('baiql-runs.json') as { executionId: string; script: string }[];
    expect(new Set(runs.map(({ executionId }) => executionId)).size).toBe(205);
    expect(runs).toHaveLength(205);
    expect(runs[0]?.script).toBe(`# ${runs[0]?.executionId ?? ''}`);
    expect(exported.get('baiql-runs/run-205.json')).toHaveLength(250);
  });
});
