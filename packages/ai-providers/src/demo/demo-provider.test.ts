import { describe, expect, test } from 'vitest';
import { complete } from '../complete.js';
import { textMessage, type ProviderRequest } from '../contract.js';
import { createDemoProvider } from './demo-provider.js';
import { countMessages, countTokens } from '../tokens/count-tokens.js';

const demo = createDemoProvider({ replyMs: 0 });

function call(prompt: string, changes: Partial<ProviderRequest> = {}): ProviderRequest {
  return { model: 'demo', messages: [textMessage('user', prompt)], maxOutputTokens: 1_024, ...changes };
}

async function json(prompt: string, changes?: Partial<ProviderRequest>): Promise<unknown> {
  return JSON.parse((await complete(demo, call(prompt, changes))).text);
}

describe('the Demo model', () => {
  test('says what it is and speaks of the prompt', async () => {
    const { text, finishReason } = await complete(demo, call('Plan a garden with tomatoes and beans.'));
    expect(text).toMatch(/^\*\*This is the Demo model\.\*\*/);
    expect(text).toContain('> Plan a garden with tomatoes and beans.');
    expect(text).toContain('*tomatoes*');
    expect(finishReason).toBe('stop');
  });

  test('gives the same reply to the same prompt, and another to another', async () => {
    const [first, again, other] = await Promise.all(
      ['Explain tides.', 'Explain tides.', 'Explain rain.'].map((prompt) => complete(demo, call(prompt))),
    );
    expect(again).toEqual(first);
    expect(other?.text).not.toBe(first?.text);
    expect(other?.requestId).not.toBe(first?.requestId);
  });

  test.each([
    ['Explain photosynthesis to a class of twelve-year-olds.', ['chlorophyll', '3. ']],
    [
      'Compare renting and buying a car. Give a table of yearly costs.',
      ['| Yearly cost |', '**Recommendation:**'],
    ],
    ['Rewrite the message below.\n\nMessage:\n', ['## Rewritten', 'March 3', '## Left out']],
  ])('has a whole sample answer for: %s', async (prompt, parts) => {
    const { text } = await complete(demo, call(prompt));
    for (const part of parts) expect(text.toLowerCase()).toContain(part.toLowerCase());
  });

  test('rewrites the message that it is given, and lists what it left out', async () => {
    const { text } = await complete(
      demo,
      call('Rewrite the message below.\n\nMessage:\nI am angry. The rent is due on May 4.'),
    );
    expect(text).toContain('Hello,\n\nThe rent is due on May 4.');
    expect(text).toContain('- I am angry.');
  });

  test('asked to improve a prompt, gives that prompt with what it leaves open, and no answer to it', async () => {
    const improve = (prompt: string) =>
      complete(
        demo,
        call('', {
          messages: [
            textMessage('system', 'You improve prompts that people send to language models.'),
            textMessage('user', prompt),
          ],
        }),
      );
    expect((await improve('Explain photosynthesis to a class, with an example, in 90 words.')).text).toBe(
      'Explain photosynthesis to a class, with an example, in 90 words.\n\nGive the answer as a short list. Don’t guess: say what you’re not sure of.',
    );
  });

  test('continues a reply of its own that was cut off, until it is whole', async () => {
    const messages = [textMessage('user', 'Plan a garden with tomatoes and beans.')];
    const whole = await complete(demo, call('Plan a garden with tomatoes and beans.'));
    let said = '';
    for (let finishReason = 'length'; finishReason === 'length';) {
      const part = await complete(demo, call('', { messages: [...messages], maxOutputTokens: 64 }));
      ({ finishReason } = part);
      said += part.text;
      messages.push(textMessage('assistant', part.text), textMessage('user', 'Continue where you stopped.'));
    }
    expect(said).toBe(whole.text);
    const done = [textMessage('assistant', whole.text), textMessage('user', 'Continue.')];
    const { text } = await complete(demo, call('', { messages: [...messages.slice(0, 1), ...done] }));
    expect(text).toContain('> Continue.');
  });

  test('says what other prompts leave open, and nothing of what they say', async () => {
    const { text } = await complete(demo, call('List three tides. At most 50 words.'));
    expect(text).toContain('1. List three tides.');
    expect(text).toContain('Who it is for');
    expect(text).not.toContain('How long it should be');
  });

  test('streams word by word, adding up to the whole', async () => {
    const pieces: string[] = [];
    const streamed = await complete(demo, call('Explain tides.'), (piece) => void pieces.push(piece));
    expect(pieces.join('')).toBe(streamed.text);
    expect(pieces.length).toBeGreaterThan(60);
    expect(streamed).toEqual(await complete(demo, call('Explain tides.')));
  });

  test('keeps a pace that one can read along with', async () => {
    const paced = createDemoProvider({ replyMs: 200 });
    let pieces = 0;
    let piecesATickLater = Infinity;
    await complete(paced, call('Explain tides.'), () => {
      pieces += 1;
      if (pieces === 1) setTimeout(() => (piecesATickLater = pieces), 0);
    });
    expect(piecesATickLater).toBeLessThan(pieces / 4);
  });

  test('reports real token counts', async () => {
    const asked = call('Explain tides.');
    const { text, usage } = await complete(demo, asked);
    expect(usage).toMatchObject({
      input: { total: await countMessages(asked.messages, 'demo') },
      output: { total: await countTokens(text, 'demo') },
      source: 'reported',
    });
  });

  test.each([1, 7, 16, 64])('stays within %i output tokens', async (maxOutputTokens) => {
    const { text, usage, finishReason } = await complete(demo, call('Explain tides.', { maxOutputTokens }));
    expect(usage.output.total).toBeLessThanOrEqual(maxOutputTokens);
    expect(finishReason).toBe('length');
    expect(text).not.toBe('');
  });

  test('stops when it is told to, charging what it has said', async () => {
    const stopper = new AbortController();
    const pieces: string[] = [];
    const onText = (piece: string) => {
      pieces.push(piece);
      if (pieces.length === 5) stopper.abort();
    };
    const result = await complete(demo, call('Explain tides.', { signal: stopper.signal }), onText);
    expect(result).toMatchObject({ finishReason: 'stopped', text: pieces.join('') });
    expect(pieces).toHaveLength(5);
    expect(result.usage).toMatchObject({
      output: { total: await countTokens(result.text, 'demo') },
      source: 'counted',
    });
  });

  test('uses nothing when it was stopped before it began', async () => {
    const result = await complete(demo, call('Explain tides.', { signal: AbortSignal.abort() }));
    expect(result).toMatchObject({
      text: '',
      finishReason: 'stopped',
      usage: { input: { total: 0 }, output: { total: 0 } },
    });
  });

  test('copes with no prompt at all', async () => {
    expect((await complete(demo, call(''))).text).toContain('(nothing yet)');
    expect((await complete(demo, { ...call(''), messages: [] })).text).toContain('Demo model');
  });

  test('lists itself', async () => {
    expect(await demo.listModels()).toEqual(['demo']);
  });
});

describe('the Demo model asked for JSON', () => {
  test('imitates an example in the prompt, keys and kinds', async () => {
    const reply = await json(
      'Grade the essay. Answer in JSON like {"score": 3, "passed": true, "comments": ["..."], "rubric": {"style": 2}}.',
    );
    expect(reply).toEqual({
      score: expect.any(Number) as number,
      passed: expect.any(Boolean) as boolean,
      comments: expect.arrayContaining([expect.any(String)]) as string[],
      rubric: { style: expect.any(Number) as number },
    });
  });

  test('fills in an example that is no JSON yet, and keeps to choices and ranges', async () => {
    const reply = (await json(
      'Return JSON: {"rating": <1 to 5>, "verdict": "yes|no", "reason": <one sentence>}',
    )) as Record<string, unknown>;
    expect(Object.keys(reply)).toEqual(['rating', 'verdict', 'reason']);
    expect([1, 2, 3, 4, 5]).toContain(reply.rating);
    expect(['yes', 'no']).toContain(reply.verdict);
  });

  test.each([
    'Answer as JSON with the keys name, score (0-100) and feedback.',
    'Give me a JSON object. Fields: "name", "score" and "feedback"',
  ])('finds the keys in: %s', async (prompt) => {
    const reply = (await json(prompt)) as Record<string, unknown>;
    expect(Object.keys(reply)).toEqual(['name', 'score', 'feedback']);
    expect(reply.score).toBeTypeOf('number');
    expect(reply.feedback).toContain('Demo');
  });

  test('always answers with an object in JSON mode', async () => {
    expect(await json('Describe a whale.', { format: { type: 'json' } })).toEqual({
      answer: 'This is the Demo model’s reply.',
      demo: true,
    });
  });

  test('writes prose when JSON is only the subject', async () => {
    const { text } = await complete(demo, call('Explain what JSON is good for.'));
    expect(text).toMatch(/^\*\*This is the Demo model/);
  });

  test('is not held up by a hostile prompt', async () => {
    const prompt = `JSON ${'{'.repeat(20_000)}${'"a":'.repeat(20_000)}`;
    expect((await complete(demo, call(prompt))).text).not.toBe('');
  });
});
