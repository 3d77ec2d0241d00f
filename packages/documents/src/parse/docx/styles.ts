import { readXml } from './xml.js';

/** What a paragraph's style says of it. */
export interface ParagraphStyle {
  /** From 1; undefined for body text. */
  readonly heading?: number | undefined;
  readonly numbering?: { readonly numId: string; readonly level: number } | undefined;
}

interface Style {
  name?: string;
  basedOn?: string;
  outline?: number;
  numId?: string;
  level?: number;
}

const MAX_ANCESTORS = 12;
const BODY_OUTLINE = 9;

/** The styles of a document (word/styles.xml), by id. */
export function readStyles(xml: string): (id: string | undefined) => ParagraphStyle {
  const styles = new Map<string, Style>();
  let style: Style = {};
  if (xml !== '')
    readXml(xml, {
      open(name, attributes) {
        const value = attributes('val') ?? '';
        if (name === 'w:style') {
          style = {};
          styles.set(attributes('styleId') ?? '', style);
        } else if (name === 'w:name') style.name = value.toLowerCase();
        else if (name === 'w:basedOn') style.basedOn = value;
        else if (name === 'w:outlineLvl') style.outline = Number(value);
        else if (name === 'w:numId') style.numId = value;
        else if (name === 'w:ilvl') style.level = Number(value);
      },
    });
  const known = new Map<string, ParagraphStyle>();
  return (id) => {
    if (id === undefined) return {};
    const resolved = known.get(id) ?? resolve(styles, id);
    known.set(id, resolved);
    return resolved;
  };
}

function resolve(styles: ReadonlyMap<string, Style>, id: string): ParagraphStyle {
  const found: Style = {};
  let next: string | undefined = id;
  for (let depth = 0; next !== undefined && depth < MAX_ANCESTORS; depth += 1) {
    const style = styles.get(next);
    found.name ??= style?.name;
    found.outline ??= style?.outline ?? outlineOfName(style?.name ?? next.toLowerCase());
    found.numId ??= style?.numId;
    found.level ??= style?.level;
    next = style?.basedOn;
  }
  const { outline, numId, level = 0 } = found;
  return {
    heading: outline === undefined || outline >= BODY_OUTLINE ? undefined : outline + 1,
    numbering: numId === undefined || numId === '0' ? undefined : { numId, level },
  };
}

function outlineOfName(name: string): number | undefined {
  const [, level] = /^heading ?([1-9])$/u.exec(name) ?? [];
  if (level !== undefined) return Number(level) - 1;
  return name === 'title' ? 0 : undefined;
}
