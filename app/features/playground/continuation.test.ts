import { describe, expect, it } from 'vitest';
import { completionResultSchema } from '~/features/completions';
import { continuationCents, continuationOf, isContinuable } from './continuation';
import { replySchema, type Reply } from './reply';
import { DONE } from './testing/api-server';
import { newTurn, type Turn } from './turns';

const answered = (
  text: string,
  finishReason: Reply['finishReason'],
  change: Partial<Turn['request']> = {},
) => ({
  ...newTurn(
    {
      provider: 'demo',
      model: 'demo',
      prompt: 'Name every tree.',
      maxOutputTokens: 64,
      doNotStoreContent: true,
      savedPromptId: 'saved',
      categoryId: 3,
      ...change,
    },
    'Demo',
  ),
  state: 'done' as const,
  text,
  reply: replySchema.parse({ ...DONE, text, finishReason }),
});

describe('a continuation', () => {
  it('is offered for replies that ended before they were complete, and whose prompt is known', () => {
    const endings = completionResultSchema.shape.finishReason.options;
    expect(endings.filter((ending) => isContinuable(answered('Oak', ending)))).toEqual([
      'length',
      'stopped',
      'interrupted',
      'server_stopping',
    ]);
    expect(isContinuable(answered('', 'stopped'))).toBe(false);
    expect(isContinuable(answered('Oak', 'length', { prompt: '' }))).toBe(false);
  });

  it('sends along what it goes on from, and is as private as that', () => {
    const request = continuationOf(answered('Oak, ash', 'length'), 4096);
    expect(request).toMatchObject({
      maxOutputTokens: 4096,
      doNotStoreContent: true,
      categoryId: 3,
      continues: { prompt: 'Name every tree.', reply: 'Oak, ash' },
    });
    expect(request).not.toHaveProperty('savedPromptId');
  });

  it('of a continuation goes on from everything that has come so far', () => {
    const second = continuationOf(answered('Oak, ash', 'length'), 64);
    const third = continuationOf(answered(', elm', 'length', second), 64);
    expect(third.continues).toEqual({ prompt: 'Name every tree.', reply: 'Oak, ash, elm' });
  });

  it('is priced with what went in and came out before as its input', () => {
    const turn = answered('Oak', 'length');
    const { usage, price } = turn.reply;
    const input = ((usage.inputTokens + usage.outputTokens) / 1000) * Number(price.inputPricePer1K) * 100;
    const { typical = 0, atMost = 0 } = continuationCents(turn, 4096) ?? {};
    expect(typical).toBeGreaterThan(input);
    expect(atMost - typical).toBeCloseTo(((4096 - 500) / 1000) * Number(price.outputPricePer1K) * 100);
  });
});
