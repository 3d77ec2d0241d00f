import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { splitColumns } from '../../source/names.js';
import { type Expression, plainText } from '../../tree/index.js';
import { OCR_LANGUAGES } from '../../vocabulary/file-kinds.js';
import { meantBy, SWITCH_WORDS } from '../../vocabulary/synonyms.js';
import { eachOf, type RuleContext } from '../rule.js';

interface SettingRule {
  readonly accepts: (value: Expression) => boolean;
  readonly must: string;
}

function textOf(value: Expression): string | null {
  return value.kind === 'text' ? plainText(value) : null;
}

function listsColumns(value: Expression): boolean {
  return splitColumns(textOf(value) ?? '').length > 0;
}

function listsLanguages(value: Expression): boolean {
  const codes = (textOf(value) ?? '').split(',').map((code) => code.trim());
  return codes.every((code) => OCR_LANGUAGES.some((known) => known === code));
}

const COLUMNS: SettingRule = {
  accepts: listsColumns,
  must: 'a text with the names of the columns, such as "NAME;CITY"',
};

/** What each setting can be. */
const SETTING_RULES: Readonly<Record<string, SettingRule>> = {
  OCR_IF_EMPTY: { accepts: (value) => value.kind === 'switch', must: 'ON or OFF' },
  OCR_LANGS: { accepts: listsLanguages, must: '"eng" or "eng,spa"' },
  LINES_HEADER: COLUMNS,
  LINES_NOHEADER: COLUMNS,
};

/** Whether a setting can have a value. */
export function acceptsValue(setting: string, value: Expression | null): boolean {
  return value === null || SETTING_RULES[setting]?.accepts(value) === true;
}

/** `TRUE` and its like for a switch. */
function meantFix(value: Expression, rule: SettingRule): Fix | null {
  if (rule !== SETTING_RULES.OCR_IF_EMPTY) return null;
  const written =
    value.kind === 'name' ? value.written : value.kind === 'number' ? String(value.value) : textOf(value);
  return written === null ? null : changeToFix(value.range, meantBy(written, SWITCH_WORDS));
}

/** Settings with a value that they cannot have. */
export function settingValues({ lines }: RuleContext): Diagnostic[] {
  return eachOf(lines.of('set', 'global'), (line) => {
    if (line.name === null || line.value === null) return [];
    const rule = SETTING_RULES[line.name.name];
    if (rule === undefined || line.broken || rule.accepts(line.value)) return [];
    const fixes = [meantFix(line.value, rule)];
    return [report('BQ407', `${line.name.name} must be ${rule.must}`, line.value.range, { fixes })];
  });
}
