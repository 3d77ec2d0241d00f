/** Whether a path names several files: `essays/*.pdf`. */
export function isPattern(path: string): boolean {
  return /[*?]/.test(path);
}

/** Whether a whole path fits a pattern; `*` and `?` do not cross folders, `**` does. Case does not count. */
export function patternMatcher(pattern: string): (path: string) => boolean {
  const steps = stepsOf(pattern);
  const leastLength = steps.filter((step) => step !== '*' && step !== '**').length;
  return (path) => path.length >= leastLength && fits(steps, foldPath(path));
}

/** Takes one way through the pattern at a time; a way back leads no further than to the last `*` or `**`. */
function fits(steps: readonly string[], path: string): boolean {
  // Where the path can go on from when the way that was taken comes to nothing.
  let many: Return | null = null;
  let deep: Return | null = null;
  let at = 0;
  let next = 0;
  for (;;) {
    const step = steps[next];
    if (step === undefined && at === path.length) return true;
    if (step === '**') {
      // Whatever stands before it fits already: there is no way back past it.
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

/** The place in a path where a `*` or `**` ends for now, and the step after it. */
interface Return {
  at: number;
  readonly next: number;
}

/** Paths are compared without regard to case, and accents however they are put together. */
function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** A pattern as its wildcards and single characters. */
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
