import type { Severity } from '@promptwell/baiql-lang';
import colors from 'picocolors';

type Paint = (text: string) => string;

/** The output's colors; without color support every function returns its text unchanged. */
export interface Palette extends Readonly<Record<Severity, Paint>> {
  readonly strong: Paint;
  readonly faint: Paint;
  readonly good: Paint;
}

export function paletteFor(isColored: boolean): Palette {
  const { bold, red, yellow, cyan, blue, green } = colors.createColors(isColored);
  return {
    error: (text) => bold(red(text)),
    warning: (text) => bold(yellow(text)),
    hint: (text) => bold(cyan(text)),
    strong: bold,
    faint: blue,
    good: green,
  };
}
