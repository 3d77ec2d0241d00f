import { isOn, readXml } from './xml.js';

interface Level {
  start: number;
  format: string;
  /** `%1.%2`, with the numbers of the levels. */
  text: string;
  isLegal: boolean;
}

interface Instance {
  abstractId: string;
  /** First numbers that begin a list anew. */
  starts: Map<number, number>;
  isBegun: boolean;
}

/** The label of a document's next list item: `2.1`, `(a)`, or `-` for a bullet. */
export type Labels = (numId: string, level: number) => string;

const MAX_LEVELS = 9;

/** The lists of a document (word/numbering.xml), which are numbered as its paragraphs are read. */
export function readNumbering(xml: string): Labels {
  const { lists, instances } = parse(xml);
  /** The latest numbers of each list's levels. */
  const counters = new Map<string, number[]>();

  return (numId, level) => {
    const instance = instances.get(numId);
    const levels = lists.get(instance?.abstractId ?? '');
    const own = levels?.[level];
    if (instance === undefined || levels === undefined || own === undefined) return '-';
    const counts = counters.get(instance.abstractId) ?? [];
    counters.set(instance.abstractId, counts);
    if (!instance.isBegun) {
      instance.isBegun = true;
      for (const [at, start] of instance.starts) counts[at] = start - 1;
    }
    counts[level] = (counts[level] ?? own.start - 1) + 1;
    counts.length = level + 1;
    if (own.format === 'bullet') return '-';
    return own.text.replace(/%([1-9])/gu, (_, digit: string) => {
      const at = Number(digit) - 1;
      const { start = 1, format = 'decimal' } = levels[at] ?? {};
      return formatNumber(counts[at] ?? start, own.isLegal ? 'decimal' : format);
    });
  };
}

function parse(xml: string) {
  const lists = new Map<string, Level[]>();
  const instances = new Map<string, Instance>();
  /** Lists that are defined by a style, which another list refers to. */
  const byStyle = new Map<string, Level[]>();
  const links: [id: string, style: string][] = [];
  let levels: Level[] = [];
  let abstractId = '';
  let level: Level | undefined;
  let at = 0;
  let instance: Instance | undefined;
  if (xml !== '')
    readXml(xml, {
      open(name, attributes) {
        const value = attributes('val') ?? '';
        switch (name) {
          case 'w:abstractNum':
            abstractId = attributes('abstractNumId') ?? '';
            levels = [];
            lists.set(abstractId, levels);
            break;
          case 'w:styleLink':
            byStyle.set(value, levels);
            break;
          case 'w:numStyleLink':
            links.push([abstractId, value]);
            break;
          case 'w:lvl':
            at = Number(attributes('ilvl'));
            level = { start: 1, format: 'decimal', text: `%${String(at + 1)}.`, isLegal: false };
            // A level that an instance defines anew counts for its whole list, as documents rarely mix them.
            if (instance !== undefined) levels = lists.get(instance.abstractId) ?? [];
            if (at < MAX_LEVELS) levels[at] = level;
            break;
          case 'w:start':
            if (level) level.start = Number(value) || 0;
            break;
          case 'w:numFmt':
            if (level) level.format = value;
            break;
          case 'w:lvlText':
            if (level) level.text = value;
            break;
          case 'w:isLgl':
            if (level) level.isLegal = isOn(attributes);
            break;
          case 'w:num':
            instance = { abstractId: '', starts: new Map(), isBegun: false };
            instances.set(attributes('numId') ?? '', instance);
            break;
          case 'w:abstractNumId':
            if (instance) instance.abstractId = value;
            break;
          case 'w:lvlOverride':
            at = Number(attributes('ilvl'));
            break;
          case 'w:startOverride':
            instance?.starts.set(at, Number(value) || 0);
            break;
        }
      },
    });
  for (const [id, style] of links) {
    const linked = byStyle.get(style);
    if (linked) lists.set(id, linked);
  }
  return { lists, instances };
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const MAX_ROMAN = 3_999;
const LETTERS = 26;

const FORMATS: Readonly<Record<string, (number: number) => string>> = {
  lowerLetter: letters,
  upperLetter: (number) => letters(number).toUpperCase(),
  lowerRoman: roman,
  upperRoman: (number) => roman(number).toUpperCase(),
  decimalZero: (number) => String(number).padStart(2, '0'),
  none: () => '',
};

/** A number as Word shows it; formats of other scripts in digits. */
export const formatNumber = (number: number, format: string): string => (FORMATS[format] ?? String)(number);

/** `a` to `z`, then `aa`, `bb`, as Word counts. */
function letters(number: number): string {
  if (number < 1) return String(number);
  const letter = String.fromCharCode(97 + ((number - 1) % LETTERS));
  return letter.repeat(Math.min(MAX_LEVELS, Math.ceil(number / LETTERS)));
}

function roman(number: number): string {
  if (number < 1 || number > MAX_ROMAN) return String(number);
  let rest = number;
  return ROMAN.map(([value, sign]) => {
    const times = Math.floor(rest / value);
    rest -= times * value;
    return sign.repeat(times);
  }).join('');
}
