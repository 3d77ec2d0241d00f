/** True if a path is a pattern for several files: `essays/*.pdf`. */
export function isPattern(path: string): boolean {
  return /[*?]/.test(path);
}

/** Matches a full path against a pattern; `*` and `?` do not cross folders, `**` does. Case-insensitive. */
export function patternMatcher(pattern: string): (path: string) => boolean {
  const steps = stepsOf(pattern);
  const leastLength = steps.filter((step) => step !== '*' && step !== '**').length;
  return (path) => path.length >= leastLength && fits(steps, foldPath(path));
}

/** Backtracking matcher that returns only to the last `*` or `**`, so it stays fast. */
function fits(steps: readonly string[], path: string): boolean {
  // The backtracking position.
  let many: Return | null = null;
  let deep: Return | null = null;
  let at = 0;
  let next = 0;
  for (;;) {
    const step = steps[next];
    if (step === undefined && at === path.length) return true;
    if (step === '**') {
      // Everything before it matches already: no backtracking beyond it.
      deep = { at, next: ++next };
      many = null;
    } else if (step === '*') {
      many = { at, next: ++next };
    } else if (step !== undefined && takes(step, path[at])) {
      at++;
      next++;
    } else if (many !== null && takes('?', path[many.at])) {
      many.at++;
      ({ at, next } = many);
    } else {
      many = null;
      if (deep === null || deep.at >= path.length) return false;
      deep.at++;
      ({ at, next } = deep);
    }
  }
}

/** The path position where a `*` or `**` currently ends, and the following pattern step. */
interface Return {
  at: number;
  readonly next: number;
}

/** Paths are compared case-insensitively and in NFC. */
function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** A pattern as a list of wildcards and characters. */
function stepsOf(pattern: string): readonly string[] {
  return (
    foldPath(pattern)
      .match(/\*\*\/?|[^]/g)
      ?.map((step) => (step === '**/' ? '**' : step)) ?? []
  );
}

function takes(step: string, character: string | undefined): boolean {
  return step === '?' ? character !== undefined && character !== '/' : character === step;
}
