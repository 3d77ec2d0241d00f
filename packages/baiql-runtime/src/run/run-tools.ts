import type { FillText } from '../batch/open-batch.js';
import type { SourceTools } from '../batch/batch-sources.js';
import { fillText } from '../interpreter/evaluate.js';
import { builtIn, NO_FIGURES, type BatchFacts } from '../interpreter/built-ins.js';
import { LIMITS } from '../interpreter/limits.js';
import { RunStop, TransactionError } from '../interpreter/script-error.js';
import type { Area } from '../paths/index.js';
import type { PlainValue } from '../records.js';
import type { CountRows } from '../sources/index.js';
import type { MainCalls } from '../worker/protocol.js';

/** Reading by way of the main thread, which owns the processes that read documents. */
export function sourceTools(
  main: Pick<MainCalls, 'readText'>,
  area: Area,
  counted: CountRows = () => undefined,
): SourceTools {
  return {
    area,
    counted,
    async readText(request) {
      const answer = await main.readText(request);
      if ('failure' in answer) throw new TransactionError(answer.failure);
      if (answer.text.length <= LIMITS.valueCharacters) return answer.text;
      throw new TransactionError(
        `${request.name} has ${answer.text.length.toLocaleString('en')} characters of text; the maximum is ${LIMITS.valueCharacters.toLocaleString('en')}.`,
      );
    },
  };
}

/** Fills a declaration's text. The time is that of the run's beginning, so that a resume finds the same files. */
export function declarationFiller(
  facts: BatchFacts,
  values: readonly ReadonlyMap<string, PlainValue>[],
  line: number,
): FillText {
  const view = { facts, figures: () => NO_FIGURES, nowMs: () => facts.startedAtMs, transaction: null };
  return (text) =>
    fillText(text, (name) => {
      for (const map of values) {
        const value = map.get(name);
        if (value !== undefined) return value;
      }
      const value = builtIn(name, view);
      if (value !== undefined) return value;
      throw new RunStop(
        'script',
        `Line ${line}: {${name}} has no value when the batch begins, so it cannot be part of a declaration.`,
      );
    });
}
