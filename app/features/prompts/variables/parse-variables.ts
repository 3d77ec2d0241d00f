import { parseNumber } from '@promptwell/text/parse-number';
import { splitList } from '@promptwell/text/split-list';

// Variables in a prompt: {{name}}, {{tone:select(friendly, formal)}}, {{text:long}}, {{count:number}}, each with an
// optional default: {{tone:select(friendly, formal)=formal}}. A backslash escapes it.

type VariableKind = { kind: 'text' | 'long' | 'number' } | { kind: 'select'; options: readonly string[] };

export type Variable = VariableKind & {
  name: string;
  /** Undefined: required. */
  defaultValue: string | undefined;
};

type Part = { kind: 'text'; text: string } | { kind: 'variable'; name: string };

export interface ParsedPrompt {
  parts: readonly Part[];
  /** Unique names in order; the first occurrence with a type or default wins. */
  variables: readonly Variable[];
}

export const MAX_VARIABLES = 50;
const MAX_OPTIONS = 50;

const MENTION = /\\?\{\{([^{}]{1,2000})\}\}/g;
/** Marks are vowels of many scripts, and joiners shape their words. */
const NAME = /^[\p{L}_](?:[\p{L}\p{M}\p{N}_ -]|\u200c|\u200d){0,39}$/u;
const SELECT = /^select\(([^)]*)\)$/;

/** Parses variables. Anything else in braces is text, so no prompt is rejected for its braces. */
export function parseVariables(text: string): ParsedPrompt {
  const parts: Part[] = [];
  const variables = new Map<string, Variable>();
  let end = 0;
  const addText = (until: number) => {
    if (until > end) parts.push({ kind: 'text', text: text.slice(end, until) });
  };
  for (const match of text.matchAll(MENTION)) {
    const isEscaped = match[0].startsWith('\\');
    const variable = isEscaped ? undefined : readMention(match[1] ?? '');
    if (isEscaped) {
      addText(match.index);
      end = match.index + 1;
      continue;
    }
    if (!variable || (!variables.has(variable.name) && variables.size >= MAX_VARIABLES)) continue;
    addText(match.index);
    end = match.index + match[0].length;
    parts.push({ kind: 'variable', name: variable.name });
    const known = variables.get(variable.name);
    if (!known || (isPlain(known) && !isPlain(variable))) variables.set(variable.name, variable);
  }
  addText(text.length);
  return { parts, variables: [...variables.values()] };
}

const isPlain = ({ kind, defaultValue }: Variable): boolean => kind === 'text' && defaultValue === undefined;

/** Parses "tone:select(friendly, formal)=formal". */
function readMention(inside: string): Variable | undefined {
  const [, name = '', kindText, defaultText] =
    /^([^:=]+)(?::([^=(]+(?:\([^)]*\))?))?(?:=([\s\S]*))?$/.exec(inside) ?? [];
  const kind = readKind(kindText?.trim());
  const written = nameOf(name);
  if (!kind || !NAME.test(written)) return undefined;
  const defaultValue = defaultText?.trim();
  const isWrong = defaultValue !== undefined && complaintAbout(kind, defaultValue) !== undefined;
  return { name: written, ...kind, defaultValue: isWrong ? undefined : defaultValue };
}

/** A name however its accents were encoded. */
const nameOf = (text: string): string => text.trim().normalize('NFC');

function readKind(text: string | undefined): VariableKind | undefined {
  if (text === undefined || text === 'text') return { kind: 'text' };
  if (text === 'long' || text === 'number') return { kind: text };
  const list = SELECT.exec(text)?.[1];
  if (list === undefined) return undefined;
  const options = [...new Set(splitList(list))];
  return options.length > 0 && options.length <= MAX_OPTIONS ? { kind: 'select', options } : undefined;
}

/** The validation message of a value; undefined if it is valid. */
function complaintAbout(kind: VariableKind, value: string): string | undefined {
  if (value.trim() === '') return kind.kind === 'select' ? 'Choose an option.' : 'Enter a value.';
  if (kind.kind === 'number' && parseNumber(value) === null && !Number.isFinite(Number(value)))
    return 'Enter a number.';
  if (kind.kind === 'select' && !kind.options.includes(value)) return 'Choose one of the options.';
  return undefined;
}

export interface Filled {
  /** The text with its values; variables without a value stay. */
  text: string;
  /** Messages by name; empty if the prompt is complete. */
  complaints: Readonly<Record<string, string>>;
}

/** Replaces variables with values. Values are not expanded again. */
export function fillVariables(
  { parts, variables }: ParsedPrompt,
  values: Readonly<Record<string, string>>,
): Filled {
  const complaints: Record<string, string> = {};
  const texts = new Map<string, string>();
  const given = new Map(Object.entries(values).map(([name, value]) => [nameOf(name), value]));
  for (const variable of variables) {
    const typed = given.get(variable.name);
    const value = typed === undefined || typed.trim() === '' ? variable.defaultValue : typed;
    const complaint = complaintAbout(variable, value ?? '');
    if (complaint === undefined || (value === '' && variable.defaultValue === ''))
      texts.set(variable.name, value ?? '');
    else complaints[variable.name] = complaint;
  }
  const text = parts
    .map((part) => (part.kind === 'text' ? part.text : (texts.get(part.name) ?? `{{${part.name}}}`)))
    .join('');
  return { text, complaints };
}
