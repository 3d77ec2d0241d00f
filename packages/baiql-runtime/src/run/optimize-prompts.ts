import type { PlanBatch, PlanText } from '@promptwell/baiql-lang';
import type { CompletionReply } from '../host.js';
import type { AskOutcome } from '../interpreter/services.js';
import type { Spent } from '../records.js';
import { RunStop } from '../interpreter/script-error.js';
import { eachStatement } from '../batch/walk-plan.js';

/** Dependencies of OPTIMIZE: sending requests, the texts of earlier parts of the run, and logging. */
export interface OptimizeDeps {
  ask(prompt: string, promptNumber: number): Promise<AskOutcome>;
  known(promptNumber: number): string | undefined;
  keep(promptNumber: number, text: string, spent: Spent | null): Promise<void>;
  log(text: string): void;
}

const INSTRUCTION = `Improve the prompt below for a language model: make it clear, specific and well ordered, and keep its language, its purpose and its tone.
Words in braces such as {NAME} are placeholders. Keep each of them exactly as it is, and add no others.
Answer with the improved prompt alone, without quotes and without an explanation.

The prompt:
`;

/** The meta-prompt that requests a better prompt. */
export const optimizeRequest = (text: PlanText): string => INSTRUCTION + writtenText(text);

/** The texts of a batch's prompts, those with OPTIMIZE improved by the model once per run. */
export async function optimizePrompts(batch: PlanBatch, tools: OptimizeDeps): Promise<Map<number, PlanText>> {
  const texts = new Map<number, PlanText>();
  for (const statement of eachStatement(batch.body)) {
    if (statement.kind !== 'prompt') continue;
    const { prompt, text, optimize } = statement;
    texts.set(prompt, optimize ? await improve(prompt, text, tools) : text);
  }
  return texts;
}

async function improve(number: number, text: PlanText, tools: OptimizeDeps): Promise<PlanText> {
  const known = tools.known(number);
  if (known !== undefined) return splitAtPlaceholders(known, text);
  const answer = await tools.ask(optimizeRequest(text), number);
  if (answer.kind === 'stopped') throw new RunStop(answer.cause, answer.message);
  const improved = answer.kind === 'reply' ? answer.text.trim() : '';
  const problem =
    answer.kind === 'failed' ? answer.message : (breakIn(answer) ?? problemWith(improved, text));
  if (problem === null) tools.log(`OPTIMIZE rewrote the prompt as: ${improved}`);
  else tools.log(`OPTIMIZE kept your prompt unchanged. ${problem}`);
  const kept = problem === null ? improved : writtenText(text);
  await tools.keep(number, kept, answer.kind === 'reply' ? spentOn(answer) : null);
  return splitAtPlaceholders(kept, text);
}

const spentOn = ({ inputTokens, outputTokens, costMicroUsd }: CompletionReply): Spent => ({
  inputTokens,
  outputTokens,
  costMicroUsd,
});

/** A truncated prompt may still contain all its placeholders. */
function breakIn({ finish, outputTokens }: CompletionReply): string | null {
  switch (finish) {
    case 'length':
      return `The improved prompt was cut off at ${outputTokens.toLocaleString('en')} tokens.`;
    case 'filtered':
      return 'The vendor’s safety rules blocked the improved prompt.';
    case 'interrupted':
      return 'The connection was lost before the improved prompt was complete.';
    case undefined:
      return null;
  }
}

function problemWith(improved: string, original: PlanText): string | null {
  if (improved === '') return 'The model gave an empty text.';
  const lost = placeholdersOf(original).filter((written) => !improved.includes(`{${written}}`));
  return lost.length === 0 ? null : `The model lost ${lost.map((written) => `{${written}}`).join(', ')}.`;
}

function placeholdersOf(text: PlanText): string[] {
  return text.flatMap((part) => ('name' in part ? [part.written] : []));
}

function writtenText(text: PlanText): string {
  return text.map((part) => ('name' in part ? `{${part.written}}` : part.literal)).join('');
}

/** Only the author's placeholders are placeholders; other braces from the model are literal. */
function splitAtPlaceholders(improved: string, original: PlanText): PlanText {
  if (improved === writtenText(original)) return original;
  const names = new Map(
    original.flatMap((part) => ('name' in part ? [[part.written, part.name] as const] : [])),
  );
  return improved.split(/(\{[^{}]*\})/u).flatMap((piece): PlanText => {
    const name = /^\{.*\}$/su.test(piece) ? names.get(piece.slice(1, -1)) : undefined;
    if (name !== undefined) return [{ name, written: piece.slice(1, -1) }];
    return piece === '' ? [] : [{ literal: piece }];
  });
}
