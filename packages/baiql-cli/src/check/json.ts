import type { Reporter } from './reporter.js';

/** An array with one object per file: `{ file, batchType, diagnostics }`. */
export const reporter: Reporter = ({ checked }) => {
  const files = checked.map(({ file, batchType, diagnostics }) => ({ file, batchType, diagnostics }));
  return `${JSON.stringify(files, null, 2)}\n`;
};
