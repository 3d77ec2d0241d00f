import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ui = path.resolve(import.meta.dirname, '..');

/** Components that the kit's page does not name, each with the reason. */
const NOT_NAMED: Record<string, string> = {
  SkipLink: 'stands in the shell',
  ProgressLine: 'stands in the shell',
  Toaster: 'stands in the shell',
  ToastStack: 'inside Toaster',
  Dialog: 'inside FormDialog and ConfirmDialog',
  FilterForm: 'nothing to see',
  ModalPanel: 'inside Dialog and Sheet',
  MenuPanel: 'inside Menu',
  PopoverPanel: 'inside Popover',
  TooltipPanel: 'inside Tooltip',
  Field: 'inside every field',
  LoadedCombobox: 'inside Combobox',
  SuggestionInput: 'inside Combobox and MultiSelect',
  SuggestionList: 'inside Combobox and MultiSelect',
  WaitingDots: 'inside Button, Combobox and MultiSelect',
  Segments: 'inside DateField and DateRange',
  CalendarButton: 'inside DateField and DateRange',
  CalendarPopover: 'inside DateField and DateRange',
  Month: 'inside DateField and DateRange',
  DataRow: 'inside DataTable',
  SortHeader: 'inside DataTable',
  SortMenu: 'inside DataTable',
  VirtualRows: 'inside DataTable',
  TableAnnouncer: 'inside DataTable, nothing to see',
  TablePager: 'inside DataTable',
  Pager: 'inside TablePager',
  RestoreDiscarded: 'shown only where the browser keeps a cleared text',
  ChartFrame: 'inside every chart',
  MarkdownView: 'inside Markdown',
  CopyTable: 'inside Markdown',
  Code: 'inside Markdown',
  LongText: 'inside Markdown',
  SourceList: 'below a reply',
  Formula: 'inside Markdown',
  FormulaView: 'inside Markdown',
  HighlightedCode: 'inside Markdown',
  HighlightedCodeView: 'inside Markdown',
};

const EXPORTED = /^export (?:async )?(?:function|const) ([A-Z]\w*[a-z]\w*)\b/gm;
const DRAWN = /<([A-Z]\w+)/g;

function namesIn(files: readonly string[], pattern: RegExp): Set<string> {
  const text = files.map((file) => fs.readFileSync(path.join(ui, file), 'utf8')).join('\n');
  return new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));
}

test('the kit’s page shows every component of the kit, or it is said why not', () => {
  const files = fs
    .readdirSync(ui, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'));
  const isPage = (file: string) => file.startsWith(`dev${path.sep}`);
  const parts = namesIn(
    files.filter((file) => !isPage(file)),
    EXPORTED,
  );
  const drawn = namesIn(files.filter(isPage), DRAWN);
  const missing = [...parts].filter((name) => !drawn.has(name));
  expect(missing.toSorted()).toEqual(Object.keys(NOT_NAMED).toSorted());
});
