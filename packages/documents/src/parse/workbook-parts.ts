const TOLD = /^xl\/(?:workbook\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/;

/** The sheet of a workbook that a person sees first, and what its parser does not tell of it. */
export interface ShownSheet {
  /** Its place among all sheets, from 1. */
  readonly number: number;
  readonly name: string;
  readonly sheetCount: number;
  /** Cells that hold an error, which the parser takes for empty ones. */
  readonly errors: readonly { readonly row: number; readonly column: number; readonly shown: string }[];
  /** Whether a cell shows its number as a percentage: 25% is 0.25. */
  readonly hasPercentages: boolean;
}

/** Takes in a workbook's parts while it is unpacked. Of their XML only the attributes of a few tags count. */
export function collectParts() {
  const pieces = new Map<string, Buffer[]>();
  const textOf = (name: string): string => Buffer.concat(pieces.get(name) ?? []).toString();
  return {
    look: (name: string, piece: Buffer): void => {
      if (!TOLD.test(name)) return;
      const known = pieces.get(name);
      if (known === undefined) pieces.set(name, [piece]);
      else known.push(piece);
    },
    shownSheet: (): ShownSheet => {
      const sheets = tagsOf(textOf('xl/workbook.xml'), 'sheet');
      // A workbook always shows one.
      const index = Math.max(
        0,
        sheets.findIndex(({ state = 'visible' }) => state === 'visible'),
      );
      const files = tagsOf(textOf('xl/_rels/workbook.xml.rels'), 'Relationship');
      const target = files.find(({ Id }) => Id === sheets[index]?.id)?.Target ?? '';
      const xml = textOf(`xl/worksheets/${target.replace(/^.*\//u, '')}`);
      return {
        number: index + 1,
        name: readEntities(sheets[index]?.name ?? ''),
        sheetCount: sheets.length,
        errors: findErrors(xml),
        hasPercentages: hasPercentages(xml, textOf('xl/styles.xml')),
      };
    },
  };
}

const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

const readEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos);/gu, (entity) => ENTITIES[entity as keyof typeof ENTITIES]);

/** The attributes of all tags of a name, without their prefixes. */
function tagsOf(xml: string, tag: string): Record<string, string>[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${tag}\\s([^>]*)>`, 'gu'))].map(([, written = '']) =>
    Object.fromEntries(
      [...written.matchAll(/(\w+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [name, value]),
    ),
  );
}

function findErrors(xml: string): ShownSheet['errors'] {
  const cells = xml.matchAll(/<(?:\w+:)?c\s(?=[^>]*\bt="e")[^>]*\br="([A-Z]+)(\d+)"[^]*?v>([^<]*)</gu);
  return [...cells].map(([, letters = '', row = '', shown = '']) => ({
    row: Number(row) - 1,
    column: letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1,
    shown,
  }));
}

const BUILT_IN_PERCENT_FORMATS = ['9', '10'];

function hasPercentages(xml: string, styles: string): boolean {
  const own = tagsOf(styles, 'numFmt')
    // `0" %"` only writes a sign behind 5.
    .filter(({ formatCode = '' }) => formatCode.replace(/&quot;.*?&quot;|\\./gu, '').includes('%'))
    .map(({ numFmtId = '' }) => numFmtId);
  const formats = new Set([...BUILT_IN_PERCENT_FORMATS, ...own]);
  const [cellStyles = ''] = /<(?:\w+:)?cellXfs\b[^]*?cellXfs>/u.exec(styles) ?? [];
  const wanted = tagsOf(cellStyles, 'xf').flatMap(({ numFmtId = '' }, index) =>
    formats.has(numFmtId) ? [index] : [],
  );
  return (
    wanted.length > 0 &&
    new RegExp(`<(?:\\w+:)?c\\s(?:[^>]*\\s)?s="(?:${wanted.join('|')})"[^>]*(?<!/)>`, 'u').test(xml)
  );
}
