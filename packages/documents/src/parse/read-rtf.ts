import { DocumentError } from '../document-error.js';
import { addText, newParagraph, paragraphText, type Paragraph } from './docx/paragraph.js';
import { newTable, tableBlocks, type Table } from './docx/table.js';
import { decodeRun, encodingOfCharacterSet, encodingOfCodePage } from './rtf/encodings.js';
import { readRtfTokens } from './rtf/tokens.js';

/** Groups that aren't text: tables of fonts and styles, pictures, codes of fields, and what stands in for shapes. */
const SKIPPED: ReadonlySet<string> = new Set(
  (
    'colortbl stylesheet info pict objdata fldinst bkmkstart bkmkend listtable listoverridetable rsidtbl generator ' +
    'themedata colorschememapping latentstyles datastore xmlnstbl mmathPr sp shprslt nonshppict pntxta pntxtb pntext ' +
    'atnid atnauthor atnref atndate atrfstart atrfend ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn filetbl revtbl ' +
    'upr tc xe template private'
  ).split(' '),
);
/** Groups with text that older programs are to skip (`\*`). */
const READ_AFTER_STAR: ReadonlySet<string> = new Set(['shpinst', 'shptxt', 'annotation', 'ud']);
/** Groups with text beside the body. */
const ASIDE = /^(?:footnote|annotation|(?:header|footer)[lrf]?)$/u;

const SIGNS: Readonly<Record<string, string>> = {
  line: '\n',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  '~': '\u00a0',
  _: '‑',
};
const MAX_DEPTH = 2_000;
const MAX_HEADING = 6;

interface Group {
  isSkipped: boolean;
  isFontTable: boolean;
  encoding: string;
  isBold: boolean;
  isItalic: boolean;
  isHidden: boolean;
  /** Characters that stand in for a \u, for older programs. */
  standIns: number;
  destination: string | null;
}

/**
 * An RTF document as Markdown, like a Word document: headings, lists with their numbers, tables and notes. Tracked
 * changes are read as accepted.
 * @throws DocumentError `damaged`.
 */
export function readRtf(
  name: string,
  bytes: Uint8Array,
): { text: string; hasImages: boolean; notices: string[] } {
  const groups: Group[] = [];
  const fonts = new Map<number, string>();
  const aside = {
    footnote: [] as string[],
    annotation: [] as string[],
    header: [] as string[],
    footer: [] as string[],
  };
  /** Blocks of the body, and of the notes that are open in it. */
  const containers: { blocks: string[]; paragraph: Paragraph }[] = [
    { blocks: [], paragraph: newParagraph() },
  ];
  let group: Group = {
    isSkipped: false,
    isFontTable: false,
    encoding: 'windows-1252',
    isBold: false,
    isItalic: false,
    isHidden: false,
    standIns: 1,
    destination: null,
  };
  let [ansi, defaultFont, font, isStarred, standInsLeft] = ['windows-1252', 0, 0, false, 0];
  let outline: number | null = null;
  let isInTable = false;
  const found = { hasImages: false, hasChanges: false };
  let table: Table | null = null;
  let cell: string[] = [];
  let run: number[] = [];

  const current = () => containers.at(-1) ?? { blocks: [], paragraph: newParagraph() };

  function write(text: string, plain = false): void {
    if (group.isSkipped || group.isFontTable || group.isHidden || text === '') return;
    addText(current().paragraph, text, plain ? {} : group);
  }

  function flush(): void {
    if (run.length > 0) write(decodeRun(run, group.encoding));
    run = [];
  }

  function takeParagraph(): string {
    const container = current();
    const isHeading = outline !== null && outline < 9 && containers.length === 1 && !isInTable;
    const text = paragraphText(container.paragraph, isHeading).replace(/[ \t]+$/u, '');
    container.paragraph = newParagraph();
    if (text.trim() === '') return '';
    return isHeading ? `${'#'.repeat(Math.min(MAX_HEADING, (outline ?? 0) + 1))} ${text.trim()}` : text;
  }

  function endParagraph(): void {
    const text = takeParagraph();
    if (isInTable && containers.length === 1) {
      if (text !== '') cell.push(text);
      return;
    }
    endTable();
    if (text !== '') current().blocks.push(text);
  }

  function endTable(): void {
    if (table === null || containers.length > 1) return;
    for (const block of tableBlocks(table)) current().blocks.push(block);
    table = null;
  }

  function endCell(): void {
    const text = takeParagraph();
    if (text !== '') cell.push(text);
    table ??= newTable();
    table.row.push({ blocks: cell, span: 1 });
    cell = [];
  }

  function endRow(): void {
    if (table === null) return;
    table.rows.push(table.row);
    table.row = [];
  }

  function open(): void {
    if (groups.length >= MAX_DEPTH)
      throw new DocumentError('damaged', `${name} is damaged: its groups are nested too deep.`);
    groups.push(group);
    group = { ...group, destination: null };
    isStarred = false;
    standInsLeft = 0;
  }

  function close(): void {
    const { destination, isSkipped } = group;
    if (destination !== null && !isSkipped) {
      if (ASIDE.test(destination)) endAside(destination);
      else if (destination === 'shptxt' && current().paragraph.runs.length > 0) endParagraph();
    }
    group = groups.pop() ?? group;
    standInsLeft = 0;
  }

  function endAside(destination: string): void {
    const text = takeParagraph();
    const { blocks } = containers.pop() ?? { blocks: [] };
    const whole = [...blocks, ...(text === '' ? [] : [text])].join('\n').trim();
    aside[destination.replace(/(?<=header|footer)[lrf]$/u, '') as keyof typeof aside].push(whole);
  }

  function begin(word: string): void {
    // Text in Unicode, beside what stands in for it in older programs.
    if (word === 'ud' && groups.at(-1)?.destination === 'upr') group.isSkipped = false;
    if (group.isSkipped) return;
    if (word === 'pict') found.hasImages = true;
    if (SKIPPED.has(word) || (isStarred && !READ_AFTER_STAR.has(word))) group.isSkipped = true;
    if (word === 'fonttbl') group.isFontTable = true;
    if (['upr', 'shptxt', 'listtext'].includes(word)) group.destination = word;
    if (group.isSkipped || !ASIDE.test(word)) return;
    if (word === 'footnote') write(`[^${String(aside.footnote.length + 1)}]`, true);
    if (word === 'annotation') write(`[comment ${String(aside.annotation.length + 1)}]`, true);
    group.destination = word;
    containers.push({ blocks: [], paragraph: newParagraph() });
  }

  function follow(word: string, number: number | null): void {
    if (word === '*') isStarred = true;
    if (group.isSkipped) return;
    const isOn = number !== 0;
    switch (word) {
      case 'ansicpg':
        ansi = encodingOfCodePage(number ?? 0);
        group.encoding = ansi;
        return;
      case 'mac':
        ansi = 'macintosh';
        group.encoding = ansi;
        return;
      case 'deff':
        defaultFont = number ?? 0;
        return;
      case 'f':
        font = number ?? 0;
        group.encoding = fonts.get(font) ?? ansi;
        return;
      case 'fcharset': {
        const encoding = encodingOfCharacterSet(number ?? 0);
        if (encoding !== undefined) fonts.set(font, encoding);
        return;
      }
      case 'uc':
        group.standIns = Math.max(0, number ?? 1);
        return;
      case 'u':
        write(String.fromCharCode((number ?? 0) & 0xffff));
        standInsLeft = group.standIns;
        return;
      case 'plain':
        Object.assign(group, { isBold: false, isItalic: false, isHidden: false });
        group.encoding = fonts.get(defaultFont) ?? ansi;
        return;
      case 'b':
        group.isBold = isOn;
        return;
      case 'i':
        group.isItalic = isOn;
        return;
      case 'v':
        group.isHidden = isOn;
        return;
      case 'deleted':
        group.isHidden = isOn;
        found.hasChanges ||= isOn;
        return;
      case 'revised':
        found.hasChanges ||= isOn;
        return;
      case 'pard':
        outline = null;
        if (containers.length === 1) isInTable = false;
        return;
      case 'intbl':
        isInTable = true;
        return;
      case 'outlinelevel':
        outline = number;
        return;
      case 'par':
      case 'sect':
      case 'page':
        endParagraph();
        return;
      case 'cell':
      case 'nestcell':
        endCell();
        return;
      case 'row':
      case 'nestrow':
        endRow();
        return;
      case 'tab':
        // Between the number of a list's item and its text.
        write(group.destination === 'listtext' ? ' ' : '\t');
        return;
      default:
        if (Object.hasOwn(SIGNS, word)) write(SIGNS[word] ?? '');
    }
  }

  for (const token of readRtfTokens(bytes)) {
    if (token.type === 'bytes') {
      const skipped = Math.min(standInsLeft, token.bytes.length);
      standInsLeft -= skipped;
      if (!group.isSkipped && !group.isFontTable)
        for (const byte of token.bytes.subarray(skipped)) run.push(byte);
      continue;
    }
    flush();
    if (token.type === 'open') open();
    else if (token.type === 'close') close();
    else {
      if (standInsLeft > 0 && token.word !== 'u') standInsLeft -= 1;
      begin(token.word);
      follow(token.word, token.number);
      if (token.word !== '*') isStarred = false;
    }
  }
  flush();
  const isCut = groups.length > 0;
  while (containers.length > 1) containers.pop();
  isInTable = false;
  endParagraph();

  const blocks = [
    ...unique(aside.header).map((text) => `Header: ${text}`),
    ...(containers[0]?.blocks ?? []),
    ...aside.footnote.map((text, index) => `[^${String(index + 1)}]: ${text}`),
    ...aside.annotation.map((text, index) => `[comment ${String(index + 1)}]: ${text}`),
    ...unique(aside.footer).map((text) => `Footer: ${text}`),
  ];
  return {
    text: blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`,
    hasImages: found.hasImages,
    notices: [
      ...(found.hasChanges ? ['Its tracked changes were read as if accepted.'] : []),
      ...(isCut ? [`${name} ends early: the rest of it is missing.`] : []),
    ],
  };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '');
