/** How far a script may go. Each bound has a message of its own, where it is checked. */
export const LIMITS = {
  /** Characters of one value, prompt or line of a log. */
  valueCharacters: 2_000_000,
  /** Names that one transaction may set. */
  variables: 1_000,
  /** Characters of all that one transaction keeps: values, results for OUTPUTs, lines of the log. */
  allCharacters: 8_000_000,
  /** Characters of what all transactions at work keep, prompts included; beyond it they go on one after another. */
  charactersAtWork: 120_000_000,
  /** Characters of all GLOBALs. */
  globalCharacters: 1_000_000,
  /** Characters that a MATCH looks through. */
  matchedCharacters: 200_000,
  /** Characters of a line on the monitor; the log file has it whole. */
  monitorCharacters: 2_000,
  /** Characters of what an EXPECT is called. */
  labelCharacters: 200,
  /** Turns of one loop, and of all loops of one transaction. */
  loopTurns: 10_000,
  allLoopTurns: 100_000,
  /** Statements that one transaction may execute. */
  statements: 1_000_000,
  /** RUNs that one transaction may execute. */
  runs: 1_000,
  /** Results that one transaction may send to its OUTPUTs. */
  outputs: 10_000,
  /** Lines of the log that are kept of one transaction; how many were left out is said in one more. */
  logLines: 1_000,
  /** The same for a run. */
  runLogLines: 100_000,
  /** Milliseconds that one transaction may compute, without waiting for replies and files. */
  computeMs: 20_000,
  /** Characters of a regular expression. */
  patternCharacters: 1_000,
} as const;

/** The line that stands in the log for those that are not kept. */
export const leftOutLine = (lines: number, of: 'transaction' | 'run'): string => {
  const most = of === 'run' ? LIMITS.runLogLines : LIMITS.logLines;
  const count = lines === 1 ? '1 more line was' : `${lines.toLocaleString('en')} more lines were`;
  return `${count} left out: the log keeps ${most.toLocaleString('en')} of a ${of}.`;
};

/** How deep blocks and expressions may be nested; the language allows less. */
export const DEEPEST = 250;
