import { formatNumber } from '../docx/numbering.js';
import { readXml } from '../docx/xml.js';

interface Level {
  /** Of Word; null for a bullet. */
  readonly format: string | null;
  readonly prefix: string;
  readonly suffix: string;
  /** How many levels a number shows. */
  readonly shown: number;
  readonly start: number;
  /** `%1%.%2%`, in newer files. */
  readonly pattern: string | undefined;
}

type ListStyle = readonly (Level | undefined)[];

/** The list style of numbered headings. */
export const OUTLINE = 'outline';

const FORMATS: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '': 'none',
};
const MAX_LEVELS = 10;

/** The list styles of an OpenDocument text, by name (OpenDocument 1.3, 16.30). */
export function readListStyles(parts: readonly string[]): ReadonlyMap<string, ListStyle> {
  const styles = new Map<string, (Level | undefined)[]>();
  let levels: (Level | undefined)[] | null = null;
  for (const xml of parts.filter((part) => part !== ''))
    readXml(xml, {
      open(name, attributes) {
        if (name === 'text:list-style' || name === 'text:outline-style') {
          levels = [];
          styles.set(name === 'text:outline-style' ? OUTLINE : (attributes('style:name') ?? ''), levels);
        }
        const isBullet = name === 'text:list-level-style-bullet' || name === 'text:list-level-style-image';
        const isNumber = name === 'text:list-level-style-number' || name === 'text:outline-level-style';
        if (levels === null || (!isBullet && !isNumber)) return;
        const level = Number(attributes('text:level')) - 1;
        if (!(level >= 0 && level < MAX_LEVELS)) return;
        levels[level] = {
          format: isBullet ? null : (FORMATS[attributes('style:num-format') ?? ''] ?? 'decimal'),
          prefix: attributes('style:num-prefix') ?? '',
          suffix: attributes('style:num-suffix') ?? '',
          shown: Number(attributes('text:display-levels') ?? 1) || 1,
          start: Number(attributes('text:start-value') ?? 1),
          pattern: attributes('loext:num-list-format'),
        };
      },
      close(name) {
        if (name === 'text:list-style' || name === 'text:outline-style') levels = null;
      },
    });
  return styles;
}

/** Counts the items of lists as they are read. */
export function createListCounter(styles: ReadonlyMap<string, ListStyle>) {
  const counters = new Map<string, number[]>();
  return {
    /** A list that doesn't continue an earlier one. */
    restart: (style: string): void => void counters.delete(style),
    /** The label of the next item: `2.1`, `(a)`, `-` for a bullet, or empty. */
    label(style: string, at: number, startsAt?: number): string {
      const levels = styles.get(style);
      const own = levels?.[at];
      if (levels === undefined || own === undefined) return style === OUTLINE ? '' : '-';
      const counts = counters.get(style) ?? [];
      counters.set(style, counts);
      counts[at] = startsAt ?? (counts[at] ?? own.start - 1) + 1;
      counts.length = at + 1;
      if (own.format === null) return '-';
      if (own.format === 'none') return '';
      const numberAt = (level: number): string => {
        const { start = 1, format = 'decimal' } = levels[level] ?? {};
        return formatNumber(counts[level] ?? start, format ?? 'none');
      };
      if (own.pattern !== undefined)
        return own.pattern.replace(/%(\d+)%/gu, (_, digits: string) => numberAt(Number(digits) - 1));
      const first = Math.max(0, at + 1 - own.shown);
      const numbers = Array.from({ length: at + 1 - first }, (_, index) => numberAt(first + index));
      return own.prefix + numbers.filter((number) => number !== '').join('.') + own.suffix;
    },
  };
}
