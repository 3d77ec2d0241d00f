import type { FillText } from '../batch/open-batch.js';
import { fillText } from '../interpreter/evaluate.js';
import { builtIn, NO_FIGURES, type BatchFacts } from '../interpreter/built-ins.js';
import { RunStop } from '../interpreter/script-error.js';
import type { PlainValue } from '../records.js';

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
