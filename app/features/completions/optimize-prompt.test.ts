import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { check } from '~/core/edge/read-request.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { keepVariables, optimizePrompt } from './optimize-prompt.server';
import { optimizeRequestSchema } from './schema';

const PROMPT = 'Write an email to {{name}} about the new {{product}}.';

describe('the variables of a prompt', () => {
  it.each([
    ['stay where the model left them', `Write to {{name}}: {{product}}.`, `Write to {{name}}: {{product}}.`],
    ['are the same with spaces in them', 'To {{ name }}: {{product}}.', 'To {{ name }}: {{product}}.'],
    ['are put back where they were lost', 'Write to Ann.', 'Write to Ann.\n\nUse: {{name}}, {{product}}'],
    ['are put back one by one', 'Write to {{name}}.', 'Write to {{name}}.\n\nUse: {{product}}'],
  ])('%s', (_what, after, kept) => expect(keepVariables(PROMPT, after).prompt).toBe(kept));

  it('are looked for at once behind braces that many blanks follow', () => {
    const text = `{{${' '.repeat(2_000)}`;
    const started = process.cpuUsage();
    expect(keepVariables(text, text)).toEqual({ prompt: text, restored: [] });
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000); // microseconds of the processor
  });
});

describe('Optimize', () => {
  let services: PayingServices;
  beforeAll(async () => {
    services = await payingServices();
  });
  afterAll(async () => {
    expect((await services.ledger.reconcile()).faults).toEqual([]);
    await services.close();
  });

  const optimize = (actor: Actor, changes: Record<string, unknown> = {}, key: string = randomUUID()) =>
    optimizePrompt(services, actor, {
      key,
      request: check(optimizeRequestSchema, {
        provider: 'openai',
        model: 'gpt-4o-mini',
        prompt: PROMPT,
        ...changes,
      }),
    });

  it('is a paid request of its own, which the same key repeats for nothing', async () => {
    const actor = await services.customer({ cents: 500 });
    const key = randomUUID();
    services.vendor.script({ kind: 'reply', text: '```\nYou are an editor. Write to {{name}}.\n```' });
    const reply = await optimize(actor, {}, key);
    expect(reply).toMatchObject({
      prompt: 'You are an editor. Write to {{name}}.\n\nUse: {{product}}',
      restoredVariables: ['{{product}}'],
      isComplete: true,
      isFree: false,
      replayed: false,
    });
    expect(reply.costCents).toBeGreaterThan(0);
    const again = await optimize(actor, {}, key);
    expect(again).toEqual({ ...reply, replayed: true });
    // The same key at another endpoint belongs to another completion.
    expect((await services.send(actor, {}, { key })).replayed).toBe(false);
  });

  it('is told what to do apart from the prompt, which is sent as it is', async () => {
    await optimize(await services.customer({ cents: 500 }));
    expect(services.vendor.log.requests.at(-1)?.prompt).toBe(PROMPT);
  });

  it('leaves instructions out, whether those of a session or of the preferences', async () => {
    const actor = await services.customer({ cents: 500 });
    await services.preferences.change(actor.userId, { DefaultInstructions: 'Explain for grade 8.' });
    await optimize(actor, { instructions: 'Answer in Spanish.' });
    expect(JSON.stringify(services.vendor.log.requests.at(-1)?.body)).not.toMatch(/grade 8|Spanish/u);
  });

  it('says that a prompt is not complete where the model was cut off', async () => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script({ kind: 'reply', text: 'You are an ed', finish: 'length' });
    expect((await optimize(actor)).isComplete).toBe(false);
  });

  it('has a daily allowance of its own for free people, besides their requests', async () => {
    const actor = await services.customer();
    for (const used of [1, 2, 3, 4, 5]) {
      expect(await optimize(actor)).toMatchObject({
        isFree: true,
        freeOptimizationsToday: used,
        freeSendsToday: 0,
      });
    }
    await expect(optimize(actor)).rejects.toMatchObject({ code: 'free_optimize_limit' });
    expect(await services.send(actor)).toMatchObject({ isFree: true, freeSendsToday: 1 });
    services.pass(24 * 3_600_000);
    expect((await optimize(actor)).freeOptimizationsToday).toBe(1);
  });

  it('that failed counts for nothing', async () => {
    const actor = await services.customer();
    services.vendor.script({ kind: 'status', status: 500 });
    await expect(optimize(actor)).rejects.toMatchObject({ kind: expect.stringMatching(/./) as string });
    expect((await optimize(actor)).freeOptimizationsToday).toBe(1);
  });

  it('wants more than 30 characters', async () => {
    const actor = await services.customer({ cents: 500 });
    expect(() =>
      check(optimizeRequestSchema, { provider: 'openai', model: 'x', prompt: 'a'.repeat(30) }),
    ).toThrow('more than 30 characters');
    expect((await optimize(actor, { prompt: 'a'.repeat(31) })).isFree).toBe(false);
  });
});
