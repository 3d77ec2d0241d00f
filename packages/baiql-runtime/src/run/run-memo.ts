import type { MemoChanges, ResultPlace, RunMemo } from '../records.js';

type Section = 'sources' | 'optimized' | 'optimizeCosts' | 'written' | 'partial' | 'shapes' | 'failedRuns';

/**
 * The run's memo, kept part by part: what is saved is what has changed, however large the rest is. One save goes on at a
 * time; what changes meanwhile goes into the next, all together.
 */
export interface MemoKeeper {
  readonly current: Readonly<RunMemo>;
  /** Durable when it resolves. */
  put<In extends Section>(section: In, key: string | number, value: RunMemo[In][string]): Promise<void>;
  /** Durable when it resolves. */
  remove(section: Section, key: string | number): Promise<void>;
  putGlobals(globals: RunMemo['globals']): Promise<void>;
  /** The results of these transactions are durable: which of their RUNs failed is part of them now. */
  forgetFailures(results: readonly ResultPlace[]): void;
}

/** @param stored what an earlier part of the run has left, as `saveMemo` was given it; null: nothing. */
export function keepMemo(
  stored: MemoChanges | null,
  save: (changes: MemoChanges) => Promise<void>,
  nowMs: number,
): MemoKeeper {
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

  /** @param text null: the part is removed. */
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
        // Saved with what changes next: what is left of it until then is only never asked for.
        changes[`failedRuns/${key}`] = null;
      }
    },
  };
}

/** The parts of a memo that was kept as one piece, by hosts of before, which knew fewer of them. */
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
  return memo as unknown as RunMemo; // written by us, part by part
}
