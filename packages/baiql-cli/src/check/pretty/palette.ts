import type { Severity } from '@promptwell/baiql-lang';

type Paint = (text: string) => string;

/** How parts of the output are coloured; without colours every paint leaves the text as it is. */
export interface Palette extends Readonly<Record<Severity, Paint>> {
  readonly strong: Paint;
  readonly faint: Paint;
  readonly good: Paint;
}

const ESCAPE = '\u001b[';
const paint =
  (code: string): Paint =>
  (text) =>
    `${ESCAPE}${code}m${text}${ESCAPE}0m`;

const plain: Paint = (text) => text;

const COLOURED: Palette = {
  error: paint('1;31'),
  warning: paint('1;33'),
  hint: paint('1;36'),
  strong: paint('1'),
  faint: paint('34'),
  good: paint('32'),
};
const PLAIN: Palette = {
  error: plain,
  warning: plain,
  hint: plain,
  strong: plain,
  faint: plain,
  good: plain,
};

export function paletteFor(colours: boolean): Palette {
  return colours ? COLOURED : PLAIN;
}
