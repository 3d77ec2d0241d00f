import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getBalance } from '~/features/billing/index.server';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { completePrompt } from './complete-prompt.server';

// What a request says beside its prompt, and what a vendor is told of who sends it.

let services: PayingServices;
beforeEach(async () => {
  services = await payingServices();
});
afterEach(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const bodies = () => services.vendor.log.requests.map(({ body }) => body as Record<string, unknown>);
const changeProvider = async (data: { sendsUserIds: boolean }) => {
  await services.prisma.aiProvider.update({ where: { key: 'openai' }, data });
  services.catalogue.invalidate();
};
const changeModel = async (data: object) => {
  const provider = await services.prisma.aiProvider.findUniqueOrThrow({ where: { key: 'openai' } });
  await services.prisma.aiModel.updateMany({
    where: { providerId: provider.id, modelName: 'gpt-4o-mini' },
    data,
  });
  services.catalogue.invalidate();
};

describe('instructions, a schema, an effort and a search', () => {
  it('are passed on; what the model does not take is left out with a warning', async () => {
    const actor = await services.customer({ cents: 500 });
    const schema = { type: 'object', properties: { color: { type: 'string' } } };
    services.vendor.script({ kind: 'reply', text: '{"color": "green"}' });
    const reply = await services.send(actor, {
      instructions: 'Be brief.',
      jsonSchema: schema,
      effort: 'low',
      webSearch: true,
    });
    expect(reply.text).toBe('{"color": "green"}');
    expect(reply.warnings).toEqual([
      expect.stringContaining('isn’t set up for web search here'),
      expect.stringContaining('does not take a thinking effort'),
    ]);
    expect(bodies()[0]).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { schema, strict: false } },
    });
    expect(JSON.stringify(bodies()[0]?.messages)).toContain('Be brief.');
    expect(bodies()[0]).not.toHaveProperty('reasoning_effort');
  });

  it('are judged like the prompt', async () => {
    const actor = await services.customer({ cents: 500 });
    const send = services.send(actor, { instructions: 'My Visa is 4111 1111 1111 1111.' });
    await expect(send).rejects.toMatchObject({ code: 'moderation_blocked' });
    expect(services.vendor.log.stats.requests).toBe(0);
  });

  it('have a limit, and are in what is held and charged', async () => {
    const actor = await services.customer({ cents: 500 });
    expect(() => completeRequest({ instructions: 'x'.repeat(32_001) })).toThrow(
      'Instructions can have up to 32,000 characters.',
    );
    const held: number[] = [];
    for (const instructions of ['Be brief.', 'Be brief. '.repeat(3_000)]) {
      const request = completeRequest({ instructions });
      const key = `instructions-${String(instructions.length)}`;
      const onStarted = ({ estCostCents }: { estCostCents: number }) => held.push(estCostCents);
      await completePrompt(services, actor, { key, request, onStarted });
    }
    expect(held[1]).toBeGreaterThan(Number(held[0]) + (6_000 * 15) / 1_000_000);
    expect((await getBalance(services, actor)).heldMicroUsd).toBe(0);
  });

  it('follow the model behind a deployment', async () => {
    await changeModel({ modelBehind: 'gpt-5-mini' });
    const actor = await services.customer({ cents: 500 });
    const { warnings } = await services.send(actor, { temperature: 0.5, effort: 'high' });
    expect(warnings).toEqual([expect.stringContaining('does not take a temperature')]);
    expect(bodies()[0]).toMatchObject({
      model: 'gpt-4o-mini',
      reasoning_effort: 'high',
      max_completion_tokens: 500,
    });
  });
});

describe('who sends a request', () => {
  it('is one hash for each user, and nothing that names them', async () => {
    const [ada, bob] = [await services.customer({ cents: 500 }), await services.customer({ cents: 500 })];
    for (const actor of [ada, ada, bob]) await services.send(actor);
    const [first, second, other] = bodies().map(({ safety_identifier: hash }) => hash);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect(JSON.stringify(bodies())).not.toContain(ada.userId);
  });

  it('is not said at all where the provider’s switch is off', async () => {
    await changeProvider({ sendsUserIds: false });
    await services.send(await services.customer({ cents: 500 }));
    expect(bodies()[0]).not.toHaveProperty('safety_identifier');
  });
});

it('a long chat names its beginning for the vendor’s cache, and the reply shows what that saved', async () => {
  const actor = await services.customer({ cents: 500 });
  const content = 'leaf '.repeat(2_000);
  const history = [
    { role: 'user', content },
    { role: 'assistant', content: 'Leaves.' },
  ];
  const rule = JSON.stringify({ input: 150_000, output: 600_000, cacheRead: 75_000, cacheWrite: 187_500 });
  const priced = { provider: 'openai', model: 'gpt-4o-mini' };
  await services.prisma.aiPrice.create({
    data: { ...priced, version: 9, rule, validFrom: new Date(services.clock()) },
  });
  services.catalogue.invalidate();
  const usage = { inputTokens: 2_000, outputTokens: 10, cacheReadTokens: 1_600 };
  for (const prompt of ['Go on.', 'And on.']) {
    services.vendor.script({ kind: 'reply', text: 'Green.', usage });
    const request = completeRequest({ prompt, history, chatMode: true });
    const reply = await completePrompt(services, actor, { key: `chat-${prompt}`.padEnd(12, '-'), request });
    expect(reply).toMatchObject({ costCents: (400 * 150 + 1_600 * 75 + 10 * 600) / 1_000 / 10_000 });
    expect(reply.cacheSavedCents).toBe((1_600 * 75) / 1_000 / 10_000);
  }
  const keys = bodies().map(({ prompt_cache_key: key }) => key);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  await services.send(actor);
  expect(bodies()[2]).not.toHaveProperty('prompt_cache_key');
  expect((await getBalance(services, actor)).heldMicroUsd).toBe(0);
});
