import fc from 'fast-check';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { textMessage, type Message } from '../contract.js';
import { turnsDuring } from '../test-support/turns-during.js';
import { tokenRuleFor } from './token-rules.js';
import { countMessages, countTokens } from './count-tokens.js';

const TEXTS: Record<string, string> = {
  English:
    'Write a friendly letter to the parents of class 4b about the trip to the science museum on Friday. Mention the packed lunch, the return at 3:30 p.m., and that a signed form is needed by Wednesday.',
  German:
    'Bitte fassen Sie den Vertrag zusammen und weisen Sie auf ungewöhnliche Kündigungsfristen, Haftungsausschlüsse und Verlängerungsklauseln hin.',
  Spanish:
    'Escribe un correo breve al cliente, con disculpas por el retraso y la nueva fecha de entrega: el 14 de mayo.',
  French: 'Rédigez une fiche de lecture d’environ deux cents mots, à l’intention d’élèves âgés de douze ans.',
  Russian: 'Составьте план урока по истории на сорок пять минут и добавьте три вопроса для обсуждения.',
  Arabic: 'اكتب ملخصًا قصيرًا للنص التالي مع ثلاث نقاط رئيسية يمكن مناقشتها في الصف.',
  Hindi: 'कृपया नीचे दिए गए पाठ का सारांश लिखें और बच्चों के लिए तीन प्रश्न बनाएँ।',
  Chinese: '请为初中学生写一篇关于水循环的短文，语言要简单明了，并在最后列出三个思考题。',
  Japanese: '次の文章を小学生にもわかるように要約し、大切なポイントを三つ挙げてください。',
  Korean: '다음 글을 초등학생도 이해할 수 있게 요약하고 중요한 점을 세 가지 적어 주세요.',
  Thai: 'กรุณาสรุปข้อความต่อไปนี้ให้เข้าใจง่ายและยกตัวอย่างสามข้อ',
  emoji: 'Plan a party 🎉🎂👩‍👩‍👧‍👦 with games 🏃🏽‍♀️, flags 🇸🇪🇯🇵 and one surprise 🤫!',
  code: 'export function add(a: number, b: number): number {\n  // both finite\n  return a + b;\n}\n\nconst totals = rows.map(({ x, y }) => add(x, y)).filter((n) => n > 0);\n',
  JSON: '{"id": 4711, "tags": ["a", "b"], "nested": {"ok": true, "price": 12.5, "when": "2026-05-14T09:30:00Z"}}',
  numbers: '3.14159 2.71828 1,000,000 0x1f4a9 555-0142 12/05/2026 99.95% 1e-9',
};

const CASES = Object.entries(TEXTS);
const REPEATED = CASES.map(([name, text]): [string, string] => [`long ${name}`, `${text}\n`.repeat(60)]);

describe('counting the tokens of a text', () => {
  test.each([...CASES, ...REPEATED])('is exact for OpenAI: %s', async (_, text) => {
    const exact = countO200k(text);
    expect(await countTokens(text, 'gpt-4o')).toBeGreaterThanOrEqual(exact * 0.95);
    expect(await countTokens(text, 'gpt-4o')).toBeLessThanOrEqual(exact * 1.05);
  });

  // Llama 3, on which Sonar is built, has the whole of cl100k_base in its vocabulary and more: so the
  // count of cl100k_base is the most that it can be.
  test.each(CASES)('is not too low for Perplexity: %s', async (_, text) => {
    expect(await countTokens(text, 'sonar-pro')).toBeGreaterThanOrEqual(countCl100k(text) * 0.95);
  });

  // Google: 100 tokens are about 60 to 80 English words.
  test('agrees with what Google says of English', async () => {
    const words = TEXTS.English?.split(/\s+/).length ?? 0;
    expect(await countTokens(TEXTS.English ?? '', 'gemini-2.5-flash')).toBeGreaterThanOrEqual(
      (words / 0.8) * 0.95,
    );
  });

  // Anthropic: a token is about 3.5 English characters.
  test('agrees with what Anthropic says of English', async () => {
    const text = TEXTS.English ?? '';
    expect(await countTokens(text, 'claude-sonnet-4-5')).toBeGreaterThanOrEqual((text.length / 3.5) * 0.95);
    expect(await countTokens(text, 'claude-opus-4-8')).toBeGreaterThan(
      await countTokens(text, 'claude-opus-4-5'),
    );
  });

  test('takes control words in a text for the text that they are', async () => {
    expect(await countTokens('<|endoftext|> <|im_start|>', 'gpt-4o')).toBeGreaterThan(6);
  });

  test('comes to about the same when it cuts an endless run as when it does not', async () => {
    const run = fc.tuple(
      fc.constantFrom('a', 'Ab', ' ', '\n', '—', '=', '中', '한', 'é', '🙂', '👩‍🚀', '1', '\u0301'),
      fc.integer({ min: 1, max: 700 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 6 }), async (runs) => {
        const text = runs.map(([piece, times]) => piece.repeat(times)).join('');
        const exact = countO200k(text);
        expect(await countTokens(text, 'gpt-4o')).toBeGreaterThanOrEqual(exact * 0.95 - 1);
        expect(await countTokens(text, 'gpt-4o')).toBeLessThanOrEqual(exact * 1.1 + 12);
      }),
      { numRuns: 60 },
    );
  });

  test('gets through an endless word, endless space and endless emoji', async () => {
    for (const piece of ['ab', ' ', '🙂', '中', '='])
      expect(await countTokens(piece.repeat(200_000), 'gpt-4o')).toBeGreaterThan(1_000);
  });

  test('stops working at a bound, and is then never too low', async () => {
    const hostile = Array.from({ length: 900_000 }, (_, i) =>
      String.fromCharCode(0x4e00 + ((i * 7919) % 20_000)),
    );
    const text = hostile.join('');
    const sample = text.slice(0, 20_000);
    const perChar = countO200k(sample.replace(/.{64}/gsu, '$& ')) / sample.length;
    expect(await countTokens(text, 'gpt-4o')).toBeGreaterThan(text.length * perChar * 0.95);
  });
});

describe('counting beside everybody else', () => {
  const endless = '中文字符没有空格'.repeat(200_000);

  test.each([
    ['many words', 'Nothing that one person sends may keep another one waiting. '.repeat(80_000)],
    ['an endless word', endless],
  ])('leaves them their turns: %s', async (_, text) => {
    expect(await turnsDuring(() => countTokens(text, 'gpt-4o'))).toBeGreaterThan(3);
  });

  test('counts a short text before it is through with a long one', async () => {
    const order: string[] = [];
    await Promise.all([
      countTokens(endless, 'gpt-4o').then(() => order.push('long')),
      countTokens('A few words.', 'gpt-4o').then(() => order.push('short')),
    ]);
    expect(order).toEqual(['short', 'long']);
  });
});

describe('counting the tokens of a request', () => {
  // OpenAI's reference for chat completions shows 19 prompt tokens for these two messages.
  test('knows OpenAI’s frame around messages', async () => {
    const messages: Message[] = [
      textMessage('system', 'You are a helpful assistant.'),
      textMessage('user', 'Hello!'),
    ];
    expect(await countMessages(messages, 'gpt-4o')).toBe(19);
  });

  // Anthropic's guide to counting tokens shows 14 for these two.
  test('is not too low for Anthropic’s own example', async () => {
    const messages: Message[] = [
      textMessage('system', 'You are a scientist'),
      textMessage('user', 'Hello, Claude'),
    ];
    expect(await countMessages(messages, 'claude-opus-4-5')).toBeGreaterThanOrEqual(14);
  });

  // Google's reference shows 11 prompt tokens for this sentence.
  test('is not too low for Google’s own example', async () => {
    const messages: Message[] = [textMessage('user', 'The quick brown fox jumps over the lazy dog.')];
    expect(await countMessages(messages, 'gemini-2.0-flash')).toBeGreaterThanOrEqual(11);
  });

  test.each([
    // base + 8 tiles, the largest grid that fits 2048 × 768
    ['gpt-4o', 85 + 8 * 170],
    ['gpt-4o-mini', 2_833 + 8 * 5_667],
    ['claude-sonnet-4-5', 1_568],
    ['gemini-2.5-pro', 6 * 258],
    ['sonar-pro', Math.ceil((4_000 * 3_000) / 750)],
    ['some-local-model', 2_880],
  ])('counts a picture for %s at the most that it can cost', async (model, most) => {
    const text = textMessage('user', 'What is this?');
    const picture = { type: 'file' as const, mimeType: 'image/png', data: { bytes: Buffer.from('hi') } };
    const added =
      (await countMessages([{ ...text, parts: [...text.parts, picture, picture] }], model)) -
      (await countMessages([text], model));
    expect(added).toBeGreaterThanOrEqual(2 * most);
  });

  test.each([
    ['gpt-4o-mini', 64, 64, 2_833 + 5_667],
    // OpenAI's guide: a square of 1024 px is four tiles, 2048 × 4096 px six.
    ['gpt-4o', 1_024, 1_024, 85 + 4 * 170],
    ['gpt-4o', 2_048, 4_096, 85 + 6 * 170],
    ['gpt-5', 1_024, 1_024, 70 + 4 * 140],
    // Its guide to patches: 1024 px of a side are 1,024 patches, and 1800 × 2400 px are as many as there may be.
    ['gpt-4.1-nano', 1_024, 1_024, Math.ceil(1_024 * 2.46)],
    ['gpt-4.1-nano', 1_800, 2_400, 3_779],
    // Anthropic's table: 1092 px of a side are about 1,600 tokens, and 200 px about 54.
    ['claude-sonnet-4-5', 1_092, 1_092, 1_590],
    ['claude-sonnet-4-5', 200, 200, 54],
    ['claude-sonnet-4-5', 8_000, 8_000, 1_600],
    // Google's example: 960 × 540 px are six tiles.
    ['gemini-2.5-flash', 960, 540, 6 * 258],
    ['gemini-2.5-flash', 384, 384, 258],
    ['gemini-2.5-flash', 10_000, 100, 12 * 258],
    ['sonar-pro', 1_024, 768, Math.ceil((1_024 * 768) / 750)],
    ['some-local-model', 1_024, 768, Math.ceil((1_024 * 768) / 750)],
  ])('counts a picture for %s of %d × %d px as its vendor is likely to', async (...row) => {
    const [model, width, height, likely] = row;
    const pixels = { width, height };
    const data = { bytes: Buffer.from('hi') };
    const picture = { type: 'file' as const, mimeType: 'image/png', pixels, data };
    const count = (parts: Message['parts'], lean: 'most' | 'likely') =>
      countMessages([{ role: 'user', parts }], model, { lean });
    expect((await count([picture], 'likely')) - (await count([], 'likely'))).toBe(likely);
    expect((await count([picture], 'most')) - (await count([], 'most'))).toBeGreaterThanOrEqual(likely);
  });

  test.each(['gpt-4o', 'claude-sonnet-4-5', 'claude-opus-4-8', 'gemini-2.5-flash', 'sonar-pro', 'vicuna'])(
    'counts no text for %s as likely that is more than the most',
    async (model) => {
      for (const text of Object.values(TEXTS)) {
        const likely = await countTokens(text, model, 'likely');
        expect(likely).toBeLessThanOrEqual(await countTokens(text, model));
        expect(likely).toBeGreaterThanOrEqual(countO200k(text) * 0.95);
      }
    },
  );

  test('leaves room for the instruction that JSON needs', async () => {
    const messages: Message[] = [textMessage('user', 'Hi')];
    expect(await countMessages(messages, 'gpt-4o', { format: { type: 'json' } })).toBeGreaterThan(
      (await countMessages(messages, 'gpt-4o')) + 10,
    );
  });

  test('is wide for a model of which nothing is known', () => {
    expect(tokenRuleFor('vicuna-13b').most.factor).toBeGreaterThan(1.2);
  });
});
