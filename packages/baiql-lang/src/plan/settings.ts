import { splitColumns } from '../source/names.js';
import { type AssignLine, plainText } from '../tree/index.js';
import type { PlanLoad } from './plan.js';

/** The settings that affect a LOAD, at some position of the script. */
export type Settings = Pick<PlanLoad, 'ocr' | 'pageMarks' | 'columns'>;

export const DEFAULT_SETTINGS: Settings = {
  ocr: { ifEmpty: false, languages: ['eng'] },
  pageMarks: true,
  columns: null,
};

/** The settings after a SET or GLOBAL; ordinary variables have no effect. */
export function applySetting(settings: Settings, line: AssignLine): Settings {
  const { value } = line;
  const text = value?.kind === 'text' ? (plainText(value) ?? '') : '';
  switch (line.name?.name ?? '') {
    case 'OCR_IF_EMPTY':
      return { ...settings, ocr: { ...settings.ocr, ifEmpty: value?.kind === 'switch' && value.on } };
    case 'PAGE_MARKS':
      return { ...settings, pageMarks: value?.kind !== 'switch' || value.on };
    case 'OCR_LANGS':
      return { ...settings, ocr: { ...settings.ocr, languages: text.split(',').map((code) => code.trim()) } };
    case 'LINES_HEADER':
      return { ...settings, columns: { names: splitColumns(text), hasHeader: true } };
    case 'LINES_NOHEADER':
      return { ...settings, columns: { names: splitColumns(text), hasHeader: false } };
    default:
      return settings;
  }
}
