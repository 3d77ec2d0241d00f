import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import type { Placeholder, PromptLine } from '../../tree/index.js';
import { checkEach, type RuleContext } from '../rule.js';
import type { BatchScope } from '../scopes.js';

/**
 * `{INPUT}` in a later step of a batch of files whose reply has its own name: after `GET TOPIC`, `How urgent is this
 * mail? {INPUT}` in the next step asks about the topic, not the mail.
 */
export function inputsOfSteps({ scopes }: RuleContext): Diagnostic[] {
  return checkEach(scopes.batches, (scope) => {
    const hasFiles = scope.loads.some(({ type }) => type?.word === 'WORK' || type?.word === 'DIR');
    if (!hasFiles || scope.batch.damaged) return [];
    return promptsWithNamedInput(scope).flatMap(({ prompt, reply }) => {
      const input = inputOf(prompt);
      if (input === null) return [];
      const { range } = input;
      const fixes = ['INPUT_TEXT', reply].map((name) => replaceFix(`Use {${name}}`, range, `{${name}}`));
      const message = `{INPUT} is the reply of the step before here (${reply}); the text of the file is {INPUT_TEXT}`;
      return [report('BQ423', message, range, { fixes })];
    });
  });
}

function promptsWithNamedInput({ lines }: BatchScope): { prompt: PromptLine; reply: string }[] {
  const found: { prompt: PromptLine; reply: string }[] = [];
  let latest: string | null = null;
  let input: string | null = null;
  for (const line of lines) {
    if (line.kind === 'run') latest = null;
    if (line.kind === 'get' && line.from === null) latest = line.name?.name ?? null;
    if (line.kind === 'step') input = latest;
    if (line.kind === 'prompt' && input !== null) found.push({ prompt: line, reply: input });
  }
  return found;
}

function inputOf({ text }: PromptLine): Placeholder | null {
  for (const part of text?.parts ?? []) {
    if (part.kind === 'placeholder' && part.name === 'INPUT') return part;
  }
  return null;
}
