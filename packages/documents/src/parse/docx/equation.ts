/** What precedes a part of an equation, and whether parentheses keep it together. */
const PARTS: Readonly<Record<string, { before: string; isGrouped: boolean }>> = {
  'm:num': { before: '', isGrouped: true },
  'm:den': { before: '/', isGrouped: true },
  'm:sup': { before: '^', isGrouped: true },
  'm:sub': { before: '_', isGrouped: true },
  'm:deg': { before: '', isGrouped: false },
};

/** An equation (Office Math) as text in one line: `a/(b+c)`, `x^2`, `√(2)`. */
export function createEquation() {
  /** The texts of the parts that are open, outermost first. */
  const open = [''];
  const fences: { begin: string; end: string; hasBegun: boolean }[] = [];
  const parents: string[] = [];
  const add = (text: string): void => {
    open.push((open.pop() ?? '') + text);
  };
  return {
    add,
    open(name: string, value: string | undefined): void {
      const parent = parents.at(-1);
      parents.push(name);
      const fence = fences.at(-1);
      if (name === 'm:d') fences.push({ begin: '(', end: ')', hasBegun: false });
      else if (name === 'm:begChr' && fence) fence.begin = value ?? '';
      else if (name === 'm:endChr' && fence) fence.end = value ?? '';
      else if (name === 'm:chr' && parent === 'm:naryPr') add(value ?? '∫');
      else if (name === 'm:rad') add('√');
      else if (name in PARTS || (name === 'm:e' && parent === 'm:rad')) open.push('');
      else if (name === 'm:e' && parent === 'm:d' && fence) {
        add(fence.hasBegun ? '; ' : fence.begin);
        fence.hasBegun = true;
      }
    },
    close(name: string): void {
      parents.pop();
      if (name === 'm:d') add(fences.pop()?.end ?? '');
      const isRoot = name === 'm:e' && parents.at(-1) === 'm:rad';
      const part = isRoot ? { before: '', isGrouped: true } : PARTS[name];
      if (part === undefined) return;
      const text = open.pop() ?? '';
      if (text === '') return;
      add(part.before + (part.isGrouped && Array.from(text).length > 1 ? `(${text})` : text));
    },
    finish: (): string => open.join(''),
  };
}

export type Equation = ReturnType<typeof createEquation>;
