import type { MemoChanges, ResultPlace, RunMemo } from '../records.js';

type Section = 'sources' | 'optimized' | 'optimizeCosts' | 'written' | 'partial' | 'shapes' | 'failedRuns';

/**
 * The run's memo, stored part by part: a save contains only what has changed. One save runs at a time; changes made in
 * the meantime are saved together in the next.
 */
export interface RunMemoStore {
  readonly current: Readonly<RunMemo>;
  /** Durable when it resolves. */
  put<In extends Section>(section: In, key: string | number, value: RunMemo[In][string]): Promise<void>;
  /** Durable when it resolves. */
  remove(section: Section, key: string | number): Promise<void>;
  putGlobals(globals: RunMemo['globals']): Promise<void>;
  /** Call when these results are durable: they now record which of their RUNs failed. */
  forgetFailures(results: readonly ResultPlace[]): void;
}

/** @param stored the memo of an earlier part of the run, as passed to `saveMemo`; null for none. */
export function openRunMemo(
  stored: MemoChanges | null,
  save: (changes: MemoChanges) => Promise<void>,
  nowMs: number,
): RunMemoStore {
  const memo = stored === null ? newMemo(nowMs) : readMemo(stored);
  let changes: Record<string, string | null> = stored === null ? { run: runOf(memo) } : {};
  let saving: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  async function saveAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    next = null;
    const now = changes;
    changes = {};
    saving = save(now);
    await saving;
  }

  /** @param text null removes the part. */
  function change(part: string, text: string | null): Promise<void> {
    changes[part] = text;
    next ??= saveAfter(saving);
    return next;
  }

  return {
    current: memo,
    put(section, key, value) {
      memo[section][key] = value;
      return change(`${section}/${key}`, JSON.stringify(value));
    },
    remove(section, key) {
      Reflect.deleteProperty(memo[section], key);
      return change(`${section}/${key}`, null);
    },
    putGlobals(globals) {
      memo.globals = globals;
      return change('globals', JSON.stringify(globals));
    },
    forgetFailures(results) {
      const failed = Object.keys(memo.failedRuns);
      if (failed.length === 0) return;
      const durable = new Set(results.map(({ batch, number }) => `${batch}/${number}`));
      for (const key of failed) {
        // A key begins with `execution/batch/transaction`.
        if (!durable.has(key.split('/').slice(1, 3).join('/'))) continue;
        Reflect.deleteProperty(memo.failedRuns, key);
        // Saved with the next change: a leftover entry until then is merely unused.
        changes[`failedRuns/${key}`] = null;
      }
    },
  };
}

/** Converts a memo that earlier hosts stored as one value with fewer parts. */
export function partsOfMemo(
  memo: Omit<RunMemo, 'optimizeCosts' | 'partial' | 'shapes'>,
): Record<string, string> {
  const parts: Record<string, string> = { run: runOf(memo), globals: JSON.stringify(memo.globals) };
  for (const section of SECTIONS) {
    for (const [key, value] of Object.entries(memo[section]))
      parts[`${section}/${key}`] = JSON.stringify(value);
  }
  return parts;
}

const SECTIONS = ['sources', 'optimized', 'written', 'failedRuns'] as const satisfies readonly Section[];

const runOf = ({ version, rules, startedAtMs }: Pick<RunMemo, 'version' | 'rules' | 'startedAtMs'>): string =>
  JSON.stringify({ version, rules, startedAtMs });

function newMemo(startedAtMs: number): RunMemo {
  const sections = {
    sources: {},
    optimized: {},
    optimizeCosts: {},
    written: {},
    partial: {},
    shapes: {},
    failedRuns: {},
  };
  return { version: 5, rules: 2, startedAtMs, ...sections, globals: {} };
}

function readMemo(parts: MemoChanges): RunMemo {
  const memo: Record<string, unknown> = { ...newMemo(0), rules: 1 };
  for (const [part, text] of Object.entries(parts)) {
    if (text === null) continue;
    const value = JSON.parse(text) as unknown;
    const slash = part.indexOf('/');
    const section = memo[part.slice(0, slash)];
    if (part === 'run') Object.assign(memo, value);
    else if (slash < 0) memo[part] = value;
    else if (typeof section === 'object') Object.assign(section ?? {}, { [part.slice(slash + 1)]: value });
  }
  return memo as unknown as RunMemo; // written by this class, part by part
}
