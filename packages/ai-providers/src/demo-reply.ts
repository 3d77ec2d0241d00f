import type { ChatMessage } from './contract.js';
import { rollFor } from './demo-dice.js';

/** Words that say nothing of what a prompt is about. */
const COMMON_WORDS = new Set(
  'about above after again also and any are because been before being but can could does each every for from give had has have here how into its just like make many more most must not now only other our out over please prompt should some such than that the their them then there these they this those through use using very want was were what when where which while who why will with would write you your'.split(
    ' ',
  ),
);

const OPENERS = [
  'Say in one sentence what the result is for.',
  'Start from what the reader already knows.',
  'Name the reader and what they should be able to do afterwards.',
] as const;

const CLOSERS = [
  'End with one thing to do next.',
  'Check the result against the request, line by line.',
  'Read it aloud once and cut what stumbles.',
] as const;

/** A reply made from the prompt alone: the same prompt gives the same words, and it says what it is. */
export function demoReplyTo(messages: readonly ChatMessage[]): string {
  const asked = messages.filter(({ role }) => role === 'user');
  const prompt = asked.at(-1)?.content.trim() ?? '';
  const dice = rollFor(prompt);
  const topics = topicsOf(prompt);
  const [first = 'the request', second = 'the details', third = 'the result'] = topics;
  const pictures = asked.at(-1)?.images?.length ?? 0;
  const words = prompt.split(/\s+/u).filter(Boolean).length;

  return [
    '**This is the Demo model.** No AI wrote this: the reply is made from your prompt on this server, so that you can try everything before you add a provider key.',
    '## Your request',
    quote(prompt),
    `It has ${plural(words, 'word')}${pictures > 0 ? ` and ${plural(pictures, 'picture')}` : ''}${asked.length > 1 ? `, and is message ${asked.length} of this conversation` : ''}.${topics.length > 0 ? ` It seems to be about ${topics.map((topic) => `*${topic}*`).join(', ')}.` : ''}`,
    '## How an answer could go',
    [
      `1. **Frame ${first}.** ${dice.pick(OPENERS)}`,
      `2. **Work through ${second}.** Give one example for each point, and keep to what was asked.`,
      `3. **Settle ${third}.** ${dice.pick(CLOSERS)}`,
    ].join('\n'),
    `| Part | Share |\n| --- | ---: |\n| ${first} | ${dice.between(40, 50)} % |\n| ${second} | ${dice.between(25, 35)} % |\n| ${third} | the rest |`,
    'Choose another model to get a real answer to the same prompt.',
  ].join('\n\n');
}

function topicsOf(prompt: string): string[] {
  const counts = new Map<string, number>();
  for (const [word] of prompt
    .slice(0, 20_000)
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}]{3,24}/gu)) {
    if (!COMMON_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  return ranked.slice(0, 3).map(([word]) => word);
}

function quote(prompt: string): string {
  const flat = prompt.replace(/\s+/gu, ' ');
  if (flat === '') return '> (nothing yet)';
  // By code points, so that no emoji is cut in half.
  const beginning = /^.{0,220}/su.exec(flat)?.[0] ?? '';
  return `> ${beginning}${beginning.length < flat.length ? '…' : ''}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
