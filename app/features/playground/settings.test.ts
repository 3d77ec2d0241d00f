import { describe, expect, it } from 'vitest';
import { DONE } from './testing/api-server';
import { replySchema } from './reply';
import { newTurn, type Turn } from './turns';
import { historyOf } from './settings';

const turn = (prompt: string, text?: string): Turn => ({
  ...newTurn(
    { provider: 'demo', model: 'demo', prompt, maxOutputTokens: 100, doNotStoreContent: false },
    'Demo',
  ),
  ...(text === undefined ? {} : { state: 'done', reply: replySchema.parse({ ...DONE, text }) }),
});

describe('what a chat sends along', () => {
  it('is the turns that were answered, the oldest first', () => {
    const thread = [turn('Third'), turn('Second', '2'), turn('Failed'), turn('First', '1')];
    expect(historyOf(thread)).toEqual([
      { role: 'user', content: 'First' },
      { role: 'assistant', content: '1' },
      { role: 'user', content: 'Second' },
      { role: 'assistant', content: '2' },
    ]);
  });

  it('leaves out turns whose prompt is no longer known', () => {
    expect(historyOf([turn('', 'A reply')])).toEqual([]);
  });

  it('is as long as a request may carry, the newest turns first to stay', () => {
    const thread = Array.from({ length: 150 }, (_, index) => turn(`Prompt ${String(149 - index)}`, 'x'));
    const history = historyOf(thread);
    expect(history).toHaveLength(200);
    expect(history[0]?.content).toBe('Prompt 50');
    expect(history.at(-2)?.content).toBe('Prompt 149');
  });
});
