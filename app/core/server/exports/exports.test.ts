import { parse } from 'csv-parse/sync';
import mammoth from 'mammoth';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cells, DocumentPart } from '@promptwell/baiql-runtime/writers';
import { EXPORT_FORMATS, type ExportFormat } from '~/core/shared/export-formats';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { sendExport } from './send-export.server';

const COLUMNS = [{ name: 'Date' }, { name: 'Model', width: 30 }, { name: 'Cost' }];
const ROWS: Cells[] = [
  ['2026-11-20', 'gpt-4o-mini', 0.0125],
  ['2026-11-21', 'a "quoted",\nname', -3],
  ['2026-11-22', null, undefined],
];

let services: TestServices;
beforeAll(() => (services = testServices()));
afterAll(() => services.close());

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

async function exported(
  format: ExportFormat,
  rows: AsyncIterable<Cells>,
  {
    title = 'Usage history',
    document,
    roles = ['teamuser'] as const,
  }: {
    title?: string;
    document?: AsyncIterable<DocumentPart>;
    roles?: readonly ('teamuser' | 'paiduser')[];
  } = {},
) {
  const { actor } = await services.signUp({ roles });
  const response = await sendExport(services, actor, {
    format,
    title,
    columns: COLUMNS,
    rows,
    ...(document && { document }),
    signal: new AbortController().signal,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, text: bytes.toString(), headers: response.headers };
}

describe('an export of rows', () => {
  it('as csv has a header and every cell', async () => {
    const { text, headers } = await exported('csv', each(ROWS));
    expect(parse(text, { bom: true })).toEqual([
      ['Date', 'Model', 'Cost'],
      ['2026-11-20', 'gpt-4o-mini', '0.0125'],
      ['2026-11-21', 'a "quoted",\nname', '-3'],
      ['2026-11-22', '', ''],
    ]);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="Usage history.csv"');
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  });

  it('as json keeps numbers and nulls, and leaves out what a row does not have', async () => {
    const { text } = await exported('json', each(ROWS));
    expect(JSON.parse(text)).toEqual([
      { Date: '2026-11-20', Model: 'gpt-4o-mini', Cost: 0.0125 },
      { Date: '2026-11-21', Model: 'a "quoted",\nname', Cost: -3 },
      { Date: '2026-11-22', Model: null },
    ]);
  });

  it('as txt stands in columns', async () => {
    expect((await exported('txt', each(ROWS))).text).toBe(
      [
        'Usage history',
        '=============',
        '',
        'Date        Model             Cost',
        '----------  ----------------  ------',
        '2026-11-20  gpt-4o-mini       0.0125',
        '2026-11-21  a "quoted", name  -3',
        '2026-11-22',
        '',
      ].join('\n'),
    );
  });

  it('as xlsx opens with numbers as numbers', async () => {
    const { bytes } = await exported('xlsx', each(ROWS), { title: 'Usage: [all]' });
    expect(await readSheet(bytes)).toEqual([
      ['Date', 'Model', 'Cost'],
      ['2026-11-20', 'gpt-4o-mini', 0.0125],
      ['2026-11-21', 'a "quoted",\nname', -3],
      ['2026-11-22', null, null],
    ]);
  });

  it('as docx is a table under its title', async () => {
    const { bytes } = await exported('docx', each(ROWS));
    const { value } = await mammoth.convertToHtml({ buffer: bytes });
    expect(value).toMatch(
      /^<h1>Usage history<\/h1><table>.*<strong>Model<\/strong>.*gpt-4o-mini.*<\/table>$/u,
    );
  });

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
    'never runs a cell that begins as a formula, and keeps it as it is where cells are typed: %j',
    async (text) => {
      const csv = parse((await exported('csv', each([[text]]))).text, {
        bom: true,
        relax_column_count: true,
      });
      const xlsx = await readSheet((await exported('xlsx', each([[text]]))).bytes, { trim: false });
      expect(csv[1]).toEqual([`'${text}`]);
      expect(xlsx[1]?.[0]).toBe(text);
    },
  );

  it.each(EXPORT_FORMATS)('without any rows is a whole file as %s', async (format) => {
    const { bytes, text } = await exported(format, each([]));
    if (format === 'json') expect(JSON.parse(text)).toEqual([]);
    else if (format === 'xlsx') expect(await readSheet(bytes)).toEqual([['Date', 'Model', 'Cost']]);
    else if (format === 'docx') {
      expect((await mammoth.extractRawText({ buffer: bytes })).value).toContain('Usage history');
    } else expect(text).toContain('Date');
  });

  it('is sent while its rows are read', async () => {
    let read = 0;
    async function* many(): AsyncGenerator<Cells> {
      for (; read < 100_000; read += 1) yield await Promise.resolve(['2026-11-20', 'm'.repeat(200), read]);
    }
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    const response = await sendExport(services, actor, {
      format: 'csv',
      title: 'Long',
      columns: COLUMNS,
      rows: many(),
      signal: new AbortController().signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(read).toBeLessThan(50_000);
    await reader?.cancel();
  });
});

describe('an export of a document', () => {
  const parts: DocumentPart[] = [
    { kind: 'text', text: 'Two requests' },
    { kind: 'heading', level: 2, text: 'You' },
    { kind: 'markdown', text: 'Write **one** line.' },
  ];

  it('says the same as txt and as docx', async () => {
    const { text } = await exported('txt', each([]), { title: 'Soup', document: each(parts) });
    expect(text).toBe('Soup\n====\n\nTwo requests\n\nYou\n---\n\nWrite **one** line.\n');
    const { bytes } = await exported('docx', each([]), { title: 'Soup', document: each(parts) });
    expect((await mammoth.convertToHtml({ buffer: bytes })).value).toBe(
      '<h1>Soup</h1><p>Two requests</p><h2>You</h2><p>Write <strong>one</strong> line.</p>',
    );
  });

  it('too long for docx is refused in words, before anything is sent', async () => {
    const long: DocumentPart = { kind: 'text', text: 'a'.repeat(6_000_000) };
    await expect(exported('docx', each([]), { document: each([long, long]) })).rejects.toMatchObject({
      kind: 'too-large',
      code: 'export_too_large',
    });
  });
});

it.each([[[]], [['paiduser' as const]]])('is txt for whoever is on the free plan: %j', async (roles) => {
  const { headers, text } = await exported('xlsx', each(ROWS), { roles });
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="Usage history.txt"');
  expect(text).toContain('gpt-4o-mini');
});

it.each([
  ['../../etc: a "plan"?', 'attachment; filename="etc a plan.csv"'],
  ['...', 'attachment; filename=export.csv'],
  ['line\nbreak', 'attachment; filename="line break.csv"'],
  ['Résumé', 'attachment; filename="R?sum?.csv"; filename*=UTF-8\'\'R%C3%A9sum%C3%A9.csv'],
])('makes a file name of %j', async (title, disposition) => {
  const { headers } = await exported('csv', each([]), { title });
  expect(headers.get('Content-Disposition')).toBe(disposition);
});
