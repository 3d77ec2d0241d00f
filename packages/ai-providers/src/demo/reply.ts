import type { Message } from '../contract.js';
import { DEMO_SAMPLES, rewriteMessage } from './samples.js';
import { binariesOf, textOfMessage } from '../message-parts.js';

/** Stop words. */
const COMMON_WORDS = new Set(
  'about above after again also and any are because been before being but can could does each every for from give had has have here how into its just like make many more most must not now only other our out over please prompt should some such than that the their them then there these they this those through use using very want was were what when where which while who why will with would write you your'.split(
    ' ',
  ),
);

/** Elements that improve most prompts, and how to detect that one is missing. */
const ADVICE: readonly { pattern: RegExp; advice: string; demand: string }[] = [
  {
    pattern: /\b(for|to) (a|an|the|my|our|someone|people|children|beginners|\d)/iu,
    advice:
      '**Who it is for.** “For a class of twelve-year-olds” gets a different answer than “for a board of directors”.',
    demand: 'Write for a reader who is new to the subject.',
  },
  {
    pattern: /\b(words?|sentences?|paragraphs?|pages?|lines?|characters?|short|brief|long)\b/iu,
    advice: '**How long it should be.** “At most 200 words” also keeps the price down.',
    demand: 'Use at most 200 words.',
  },
  {
    pattern: /\b(table|list|bullets?|steps?|json|csv|outline|headings?|email|letter|questions?)\b/iu,
    advice:
      '**What format you need.** A table, a list, an email: name it, and you can use the answer as it is.',
    demand: 'Give the answer as a short list.',
  },
  {
    pattern: /\b(example|sample|such as|like this|for instance|comparison)\b/iu,
    advice: '**An example.** One sample of a good answer says more than five rules.',
    demand: 'Include one example.',
  },
  {
    pattern: /\b(do not|don['’]t|avoid|without|never|only|must)\b/iu,
    advice: '**What to leave out.** “Only from the text below” keeps guesses away.',
    demand: 'Don’t guess: say what you’re not sure of.',
  },
];

const MAX_TASKS = 6;

/**
 * A response made from the prompt alone, deterministic and labeled as a sample. Suggested prompts of the playground get
 * a complete sample; others get an analysis with advice.
 */
export function demoReplyTo(messages: readonly Message[]): string {
  return restOfReply(messages) ?? rewrittenPrompt(messages) ?? wholeReply(messages);
}

/** For instructions to improve a prompt: the prompt with a line for each missing element. */
function rewrittenPrompt([instructions, asked]: readonly Message[]): string | undefined {
  if (instructions?.role !== 'system' || !asked) return undefined;
  if (!/^You improve prompts\b/u.test(textOfMessage(instructions))) return undefined;
  const prompt = textOfMessage(asked).trim();
  const head = prompt.slice(0, 20_000);
  const demands = ADVICE.filter(({ pattern }) => !pattern.test(head)).map(({ demand }) => demand);
  return [prompt, demands.join(' ')].filter(Boolean).join('\n\n');
}

/** For a request to continue a truncated response: the rest of it. */
function restOfReply(messages: readonly Message[]): string | undefined {
  const [reply, asked] = messages.slice(-2);
  if (!asked || reply?.role !== 'assistant' || !/^\s*continue\b/iu.test(textOfMessage(asked)))
    return undefined;
  const whole = demoReplyTo(messages.slice(0, -2));
  const text = textOfMessage(reply);
  return whole.length > text.length && whole.startsWith(text) ? whole.slice(text.length) : undefined;
}

function wholeReply(messages: readonly Message[]): string {
  const asked = messages.filter(({ role }) => role === 'user');
  const last = asked.at(-1);
  const prompt = last ? textOfMessage(last).trim() : '';
  return [
    '**This is the Demo model.** No AI wrote this: it’s a sample made from your prompt on this server. Choose another model, or add a provider key, for a real answer.',
    sampleFor(prompt) ?? readPrompt(prompt, asked.length, last ? binariesOf(last).length : 0),
  ].join('\n\n');
}

function sampleFor(prompt: string): string | undefined {
  const head = prompt.slice(0, 20_000);
  const sample = DEMO_SAMPLES.find(({ about }) => about.every((word) => word.test(head)));
  return sample?.answer ?? rewriteMessage(prompt);
}

function readPrompt(prompt: string, messages: number, pictures: number): string {
  const head = prompt.slice(0, 20_000);
  const topics = topicsOf(prompt);
  const words = prompt.split(/\s+/u).filter(Boolean).length;
  const tasks = head
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((task) => task.trim())
    .filter(Boolean);
  const missing = ADVICE.filter(({ pattern }) => !pattern.test(head)).map(({ advice }) => advice);
  const also = [
    pictures > 0 ? ` and ${plural(pictures, 'image')}` : '',
    messages > 1 ? `, and is message ${messages} of this conversation` : '',
  ].join('');
  return [
    '## How a model reads your prompt',
    quote(prompt),
    `It has ${plural(words, 'word')}${also}.${topics.length > 0 ? ` It seems to be about ${topics.map((topic) => `*${topic}*`).join(', ')}.` : ''}`,
    ...(tasks.length > 1
      ? [
          `It asks for ${plural(tasks.length, 'thing')}, and a good answer takes them in this order:`,
          tasks
            .slice(0, MAX_TASKS)
            .map((task, at) => `${at + 1}. ${shorten(task, 160)}`)
            .join('\n'),
        ]
      : []),
    missing.length > 0 ? '## What would make it better' : '## What makes it good',
    missing.length > 0
      ? missing.map((advice) => `- ${advice}`).join('\n')
      : 'It says who the answer is for, how long it may be and which form it has, gives an example, and draws a line. Little is left to guess.',
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
  return flat === '' ? '> (nothing yet)' : `> ${shorten(flat, 220)}`;
}

/** By code points, so that emoji stay whole. */
function shorten(text: string, most: number): string {
  const signs = Array.from(text.slice(0, most * 2));
  return signs.length > most ? `${signs.slice(0, most).join('')}…` : text;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
