/** True when a path is a pattern (`*` any run of characters, `?` one, `**` any folders). */
export function isPattern(path: string): boolean {
  return /[*?]/u.test(path);
}

/** The folder that holds everything a pattern can match: `essays/2024/*.pdf` → `essays/2024/`. */
export function patternFolder(pattern: string): string {
  const firstWildcard = pattern.search(/[*?]/u);
  const fixed = firstWildcard < 0 ? pattern : pattern.slice(0, firstWildcard);
  return fixed.slice(0, fixed.lastIndexOf('/') + 1);
}

/**
 * A test of whole paths (`/` between folders) against a pattern, upper and lower case alike. `*` and `?` stay within
 * one folder, `**` spans folders. Runs in time proportional to pattern × path, whatever they are.
 */
export function createPatternTest(pattern: string): (path: string) => boolean {
  const parts = fold(pattern).split('/');
  return (path) => matchParts(parts, fold(path).split('/'));
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Folders: `**` may stand for none or many. The latest `**` is the only one that ever needs to give way. */
function matchParts(pattern: readonly string[], path: readonly string[]): boolean {
  return matchWithGaps(pattern, path, '**', (want, have) =>
    matchWithGaps(Array.from(want), Array.from(have), '*', sameCharacter),
  );
}

function sameCharacter(want: string, have: string): boolean {
  return want === '?' || want === have;
}

/** Linear matching with one kind of gap: on a mismatch the latest gap takes one item more. */
function matchWithGaps(
  pattern: readonly string[],
  items: readonly string[],
  gap: string,
  matches: (want: string, have: string) => boolean,
): boolean {
  let at = 0;
  let item = 0;
  let gapAt = -1;
  let gapItem = 0;
  while (item < items.length) {
    const want = pattern[at];
    if (want === gap) {
      gapAt = at;
      gapItem = item;
      at += 1;
    } else if (want !== undefined && matches(want, items[item] ?? '')) {
      at += 1;
      item += 1;
    } else if (gapAt >= 0) {
      gapItem += 1;
      item = gapItem;
      at = gapAt + 1;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every((rest) => rest === gap);
}
