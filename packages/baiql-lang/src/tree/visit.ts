import type { ValuePart } from '../vocabulary/parts.js';
import { allParts, COMMAND_ENTRIES } from '../vocabulary/vocabulary.js';
import type { Expression, Name, Placeholder, Text } from './expressions.js';
import type { Field, Line } from './lines.js';
import type { Statement } from './nodes.js';

/** Visits every text and name of an expression from left to right. */
export function visitExpression(
  expression: Expression,
  onText: (text: Text) => void,
  onName: (name: Name) => void,
): void {
  switch (expression.kind) {
    case 'text':
      onText(expression);
      return;
    case 'name':
      onName(expression);
      return;
    case 'not':
      visitExpression(expression.operand, onText, onName);
      return;
    case 'group':
      visitExpression(expression.inner, onText, onName);
      return;
    case 'binary':
      visitExpression(expression.left, onText, onName);
      visitExpression(expression.right, onText, onName);
      return;
    case 'number':
    case 'switch':
      return;
  }
}

/** Visits everything a line reads: placeholders in texts and names in expressions. */
export function visitReads(line: Line, onRead: (read: Name | Placeholder) => void): void {
  visitLine(line, readsInText(onRead), onRead);
}

/** Visits every placeholder of a text. */
export function readsInText(onRead: (read: Placeholder) => void): (text: Text) => void {
  return ({ parts }) => {
    for (const part of parts) if (part.kind === 'placeholder') onRead(part);
  };
}

/** Visits every text and name that a line reads, from left to right. */
export function visitLine(line: Line, onText: (text: Text) => void, onName: (name: Name) => void): void {
  for (const { part, field } of READ_PARTS.get(line.kind) ?? []) {
    const value: unknown = Reflect.get(line, field);
    if (value === null) continue;
    if (part === 'reads') for (const name of value as readonly Name[]) onName(name);
    else if (part === 'expression') visitExpression(value as Expression, onText, onName);
    else if (part === 'fields') for (const { choices } of value as readonly Field[]) choices.forEach(onText);
    else onText(value as Text);
  }
}

const READING: ReadonlySet<string> = new Set(['text', 'path', 'pattern', 'expression', 'reads', 'fields']);

/** Fields of each line kind that are texts or read names. */
const READ_PARTS: ReadonlyMap<string, readonly ReadPart[]> = new Map(
  [...COMMAND_ENTRIES.values()].map(({ kind, syntax }) => {
    const read = allParts(syntax).filter((part): part is ReadPart => READING.has(part.part));
    return [kind, [...new Map(read.map((part) => [part.field, part])).values()]];
  }),
);

type ReadPart = ValuePart<'text' | 'path' | 'pattern' | 'expression' | 'reads' | 'fields'>;

/** Visits every statement, blocks before their content. */
export function visitStatements(
  statements: readonly Statement[],
  onStatement: (statement: Statement) => void,
): void {
  for (const statement of statements) {
    onStatement(statement);
    for (const block of blocksOf(statement)) visitStatements(block, onStatement);
  }
}

/** The statement lists directly inside a statement. */
export function blocksOf(statement: Statement): readonly (readonly Statement[])[] {
  if (statement.kind === 'batch' || statement.kind === 'loop') return [statement.body];
  if (statement.kind !== 'if') return [];
  return statement.else === null ? [statement.then] : [statement.then, statement.else.body];
}

/** The value of a text without placeholders, else null. */
export function plainText(text: Text): string | null {
  let value = '';
  for (const part of text.parts) {
    if (part.kind === 'placeholder') return null;
    value += part.text;
  }
  return value;
}
