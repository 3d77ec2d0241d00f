import { summarize } from '@promptwell/baiql-lang';
import { STANDARD_INPUT } from '../../files/read-scripts.js';
import type { Checked, Reporter } from '../reporter.js';
import { paletteFor } from './palette.js';
import { printDiagnostic, type Screen } from './print-diagnostic.js';
import { printable } from './visible-text.js';

/** Human-readable output: each diagnostic with its source, then a summary line per file. */
export const reporter: Reporter = ({ checked }, { colors, columns }) => {
  const screen = { paint: paletteFor(colors), columns };
  const files = checked.map((script) => printFile(script, screen));
  return files.join('') + (checked.length > 1 ? printTotal(checked) : '');
};

function printFile({ file, text, batchType, diagnostics }: Checked, screen: Screen): string {
  const { paint } = screen;
  const lines = text.split(/\r\n|\n|\r/);
  const printed = diagnostics.map((each) => `${printDiagnostic(file, lines, each, screen)}\n`);
  const summary = summarize(diagnostics);
  const tone = summary.startsWith('✓') ? paint.good(summary) : paint.error(summary);
  const type = batchType === null ? '' : ` (${batchType})`;
  const isUpperCase = diagnostics.every(({ code }) => code !== 'BQ106');
  const advice =
    isUpperCase || file === STANDARD_INPUT
      ? ''
      : `baiql fmt --write ${printable(file)} puts words into upper case.\n`;
  return `${printed.join('')}${printable(file)}: ${tone}${type}\n${advice}${printed.length > 0 ? '\n' : ''}`;
}

function printTotal(checked: readonly Checked[]): string {
  const broken = checked.filter(({ diagnostics }) =>
    diagnostics.some(({ severity }) => severity === 'error'),
  );
  return `${checked.length} scripts, ${broken.length === 0 ? 'none' : broken.length} with errors\n`;
}
