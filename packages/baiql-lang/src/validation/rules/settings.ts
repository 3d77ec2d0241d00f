import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { removeLineFix } from '../../diagnostics/line-fixes.js';
import { changeToFix, replaceFix, report } from '../../diagnostics/report.js';
import { diagnosticsOf } from '../../parsing/parse-line.js';
import { splitColumns } from '../../source/names.js';
import { nearest } from '../../source/nearest.js';
import type { Range } from '../../source/position.js';
import { type Expression, type Line, plainText } from '../../tree/index.js';
import { OCR_LANGUAGES } from '../../vocabulary/file-kinds.js';
import { meantBy, MODEL_OPTIONS, SETTING_SYNONYMS, SWITCH_WORDS } from '../../vocabulary/synonyms.js';
import { COMMAND_WORDS, SETTING_WORDS } from '../../vocabulary/vocabulary.js';
import { checkEach, type RuleContext } from '../rule.js';

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

const SWITCH: SettingRule = { accepts: (value) => value.kind === 'switch', must: 'ON or OFF' };

/** The valid values of each setting. */
const SETTING_RULES: Readonly<Record<string, SettingRule>> = {
  OCR_IF_EMPTY: SWITCH,
  PAGE_MARKS: SWITCH,
  OCR_LANGS: {
    accepts: listsLanguages,
    must: `"eng" or other codes of languages (${OCR_LANGUAGES.join(', ')})`,
  },
  LINES_HEADER: COLUMNS,
  LINES_NOHEADER: COLUMNS,
};

/**
 * Fixes for a variable intended as a setting: `SET OCR_LANG = "spa"`, `SET MODEL = "gpt-4o"`. Null if it does not look
 * like one; an empty list if it does but the replacement is unclear.
 */
export function fixesOfSetting(
  context: RuleContext,
  line: Line,
  name: string,
  range: Range,
): readonly Fix[] | null {
  if ((line.kind !== 'set' && line.kind !== 'global') || line.value === null) return null;
  const fixes = fixesOfCommand(context, line, name, line.value);
  if (fixes !== null) return fixes;
  const setting = meantBy(name, SETTING_SYNONYMS) ?? nearest(name, SETTING_WORDS);
  if (setting === null) return null;
  const isAccepted = SETTING_RULES[setting]?.accepts(line.value) === true;
  return isAccepted ? [replaceFix(`Change to ${setting}`, range, setting)] : [];
}

const LIMIT_OPTIONS: ReadonlySet<string> = new Set(['PARALLEL', 'COST']);

/** `SET MODEL = "gpt-4o"`, `SET TEMPERATURE = 0.2`: commands and options are written, not set. Null for other names. */
function fixesOfCommand(
  { source, scopes }: RuleContext,
  line: Line,
  name: string,
  set: Expression,
): readonly Fix[] | null {
  const value = source.slice(set.range);
  const write = (statement: string): readonly Fix[] =>
    diagnosticsOf(statement).length > 0 ? [] : [replaceFix(`Write ${statement}`, line.range, statement)];
  if (COMMAND_WORDS.has(name)) return write(`${name} ${value}`);
  const option = LIMIT_OPTIONS.has(name) ? name : meantBy(name, MODEL_OPTIONS);
  if (option === null) return null;
  const command = LIMIT_OPTIONS.has(name) ? 'LIMIT' : 'MODEL';
  const lines = scopes.batches.find((each) => each.lines.includes(line))?.lines ?? [];
  const [owner, ...others] = lines.filter((each) => each.command.word === command);
  if (owner === undefined) return write(`${command} ${option} ${value}`);
  const newText = ` ${option} ${value}`;
  const whole = source.slice(owner.range) + newText;
  if (others.length > 0 || diagnosticsOf(whole).length > 0) return [];
  const end = owner.range.end.offset;
  const written = replaceFix(`Write ${whole}`, source.range(end, end), newText);
  return [{ ...written, edits: [...written.edits, ...removeLineFix(source, line.range).edits] }];
}

/** `TRUE` and the like for a boolean setting. */
function meantFix(value: Expression, rule: SettingRule): Fix | null {
  if (rule !== SWITCH) return null;
  const written =
    value.kind === 'name' ? value.written : value.kind === 'number' ? String(value.value) : textOf(value);
  return written === null ? null : changeToFix(value.range, meantBy(written, SWITCH_WORDS));
}

/** Settings with an invalid value. */
export function settingValues({ lines }: RuleContext): Diagnostic[] {
  return checkEach(lines.of('set', 'global'), (line) => {
    if (line.name === null || line.value === null) return [];
    const rule = SETTING_RULES[line.name.name];
    if (rule === undefined || line.broken || rule.accepts(line.value)) return [];
    const fixes = [meantFix(line.value, rule)];
    return [report('BQ407', `${line.name.name} must be ${rule.must}`, line.value.range, { fixes })];
  });
}
