/** A run of text in one format. */
interface Run {
  text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** A paragraph while it is read. */
export interface Paragraph {
  readonly runs: Run[];
  style?: string | undefined;
  numId?: string | undefined;
  level?: number | undefined;
  outline?: number | undefined;
  /** Its end was deleted: the next paragraph continues it. */
  isJoined: boolean;
  /** Text boxes that are anchored in it, which follow it. */
  readonly boxes: string[];
}

export const newParagraph = (): Paragraph => ({ runs: [], isJoined: false, boxes: [] });

export function addText(
  { runs }: Paragraph,
  text: string,
  { isBold = false, isItalic = false }: { isBold?: boolean; isItalic?: boolean } = {},
): void {
  const last = runs.at(-1);
  if (last?.isBold === isBold && last.isItalic === isItalic) last.text += text;
  else runs.push({ text, isBold, isItalic });
}

/** The paragraph's text as Markdown. In headings everything is bold already. */
export function paragraphText({ runs }: Paragraph, isHeading: boolean): string {
  if (isHeading) return runs.map(({ text }) => text).join('');
  return runs.map(markRun).join('');
}

/** Signs of Markdown stand next to letters, not blanks. */
function markRun({ text, isBold, isItalic }: Run): string {
  const mark = (isBold ? '**' : '') + (isItalic ? '*' : '');
  const [, before = '', inner = '', after = ''] = /^(\s*)([^]*?)(\s*)$/u.exec(text) ?? [];
  if (mark === '' || inner === '' || inner.includes('\n') || inner.includes('\t')) return text;
  return before + mark + inner + mark.split('').toReversed().join('') + after;
}
