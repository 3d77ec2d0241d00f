/**
 * Natural order of names: `essay2` before `essay10`, case-insensitive, folders compared part by part. A total order
 * (equal only for identical texts), independent of locale.
 */
export function compareNatural(left: string, right: string): number {
  const leftParts = left.split('/');
  const rightParts = right.split('/');
  const shared = Math.min(leftParts.length, rightParts.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareParts(leftParts[index] ?? '', rightParts[index] ?? '');
    if (order !== 0) return order;
  }
  return leftParts.length - rightParts.length || compareUnits(left, right);
}

/** A sorted copy, in natural order of `nameOf`. */
export function sortNaturally<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return items.toSorted((left, right) => compareNatural(nameOf(left), nameOf(right)));
}

function compareParts(left: string, right: string): number {
  const leftRuns = splitRuns(left);
  const rightRuns = splitRuns(right);
  const shared = Math.min(leftRuns.length, rightRuns.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareRuns(leftRuns[index] ?? '', rightRuns[index] ?? '');
    if (order !== 0) return order;
  }
  return leftRuns.length - rightRuns.length;
}

/** `Essay 10b` → `['essay ', '10', 'b']`. */
function splitRuns(part: string): string[] {
  return (
    part
      .normalize('NFC')
      .toLowerCase()
      .match(/\d+|\D+/gu) ?? []
  );
}

function compareRuns(left: string, right: string): number {
  const bothNumbers = /^\d/u.test(left) && /^\d/u.test(right);
  if (!bothNumbers) return compareUnits(left, right);
  // Compares digits, not values: a number of 40 digits is not exact in JavaScript.
  const leftDigits = left.replace(/^0+(?=\d)/u, '');
  const rightDigits = right.replace(/^0+(?=\d)/u, '');
  return leftDigits.length - rightDigits.length || compareUnits(leftDigits, rightDigits);
}

function compareUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
