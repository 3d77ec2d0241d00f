import { createHash } from 'node:crypto';
import type { DryTransaction } from './dry-run.js';

const NAMED = 5;
/** Below this many rows, duplicates are not worth a warning. */
const MIN_SAME = 3;
/** Above this many identical prompts a warning is shown. */
const SHARE_OF_SAME = 0.1;

/** Findings about the sampled transactions, which are not kept. */
export interface Survey {
  readonly count: number;
  add(transaction: DryTransaction): void;
  /** Warnings: identical prompts, placeholders that are always empty, transactions that will fail. */
  notes(total: number): string[];
}

export function createSurvey(): Survey {
  const failures: { label: string; failure: string }[] = [];
  const prompts = new Set<string>();
  /** By placeholder: how many transactions fill it, and in how many of these it is empty. */
  const fillings = new Map<string, { filled: number; empty: number }>();
  let count = 0;
  let failed = 0;
  let asked = 0;

  function sameNotes(total: number): string[] {
    const same = asked - prompts.size;
    const isPart = count < total;
    const empty = [...fillings].flatMap(([name, { filled, empty: none }]) =>
      filled === none && filled === asked && asked > 0 ? [`{${name}}`] : [],
    );
    const why =
      empty.length === 0
        ? ''
        : `${empty.join(', ')} ${empty.length === 1 ? 'is' : 'are'} empty in every row${isPart ? ' that was looked at' : ''}`;
    if (asked >= MIN_SAME && prompts.size === 1) {
      const all = `All ${asked.toLocaleString('en')} prompts${isPart ? ' that were looked at' : ''}`;
      return [`${all} are the same${why === '' ? '' : `: ${why}`}.`];
    }
    const some =
      asked >= MIN_SAME && same > asked * SHARE_OF_SAME
        ? [
            `${same.toLocaleString('en')} of ${asked.toLocaleString('en')} prompts${isPart ? ' that were looked at' : ''} are the same as another row’s.`,
          ]
        : [];
    return why === '' ? some : [...some, `${why}.`];
  }

  function failureNotes(total: number): string[] {
    const [first, ...others] = failures;
    if (first === undefined) return [];
    const of = count < total ? `${count} transactions looked at` : `${total} transactions`;
    const named = [first, ...others]
      .map(({ label, failure }) => `Transaction ${label}: ${failure}`)
      .join(' ');
    return [`${failed} of the ${of} will fail. ${named}`];
  }

  return {
    get count() {
      return count;
    },
    add({ number, asks, failure, filled }) {
      count += 1;
      if (failure !== null) {
        failed += 1;
        const isNew = failures.every((known) => known.failure !== failure);
        if (isNew && failures.length < NAMED) failures.push({ label: String(number), failure });
      }
      const [first] = asks;
      if (first === undefined) return;
      asked += 1;
      prompts.add(
        createHash('sha1')
          .update(JSON.stringify([first.prompt, first.references]))
          .digest('base64'),
      );
      for (const [name, isEmpty] of filled) {
        const known = fillings.get(name) ?? { filled: 0, empty: 0 };
        fillings.set(name, { filled: known.filled + 1, empty: known.empty + (isEmpty ? 1 : 0) });
      }
    },
    notes: (total) => [...sameNotes(total), ...failureNotes(total)],
  };
}
