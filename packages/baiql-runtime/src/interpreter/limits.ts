/** Limits of a script. Each has its own message where it is checked. */
export const LIMITS = {
  /** Characters of one value, prompt or log line. */
  valueCharacters: 2_000_000,
  /** Names that one transaction may set. */
  variables: 1_000,
  /** Characters of everything one transaction holds: values, results for OUTPUTs, log lines. */
  allCharacters: 8_000_000,
  /** Characters held by all transactions in flight, prompts included; above it they proceed one at a time. */
  charactersAtWork: 120_000_000,
  /** Characters of all GLOBALs. */
  globalCharacters: 1_000_000,
  /** Characters a MATCH searches. */
  matchedCharacters: 200_000,
  /** Characters of a line on the monitor; the log file has the full line. */
  monitorCharacters: 2_000,
  /** Characters of what an EXPECT is called. */
  labelCharacters: 200,
  /** Iterations of one loop, and of all loops of one transaction. */
  loopTurns: 10_000,
  allLoopTurns: 100_000,
  /** Statements per transaction. */
  statements: 1_000_000,
  /** RUNs per transaction. */
  runs: 1_000,
  /** Results one transaction may send to its OUTPUTs. */
  outputs: 10_000,
  /** Log lines kept per transaction; a final line counts those left out. */
  logLines: 1_000,
  /** The same for a run. */
  runLogLines: 100_000,
  /** Milliseconds of computation per transaction, excluding waits for replies and files. */
  computeMs: 20_000,
  /** Characters of a regular expression. */
  patternCharacters: 1_000,
} as const;

/** The line that replaces those left out of the log. */
export const leftOutLine = (lines: number, of: 'transaction' | 'run'): string => {
  const most = of === 'run' ? LIMITS.runLogLines : LIMITS.logLines;
  const count = lines === 1 ? '1 more line was' : `${lines.toLocaleString('en')} more lines were`;
  return `${count} left out: the log keeps ${most.toLocaleString('en')} of a ${of}.`;
};

/** Maximum nesting of blocks and expressions; the language allows less. */
export const DEEPEST = 250;
