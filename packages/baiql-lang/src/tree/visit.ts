import type { Expression, Name, Placeholder, Text } from './expressions.js';
import type { Line } from './lines.js';
import type { Statement } from './nodes.js';

/** Calls back for every text and every plain name of an expression, from left to right. */
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

/** Calls back for everything that a line reads: placeholders in texts and names in expressions. */
export function visitReads(line: Line, onRead: (read: Name | Placeholder) => void): void {
  visitLine(line, readsInText(onRead), onRead);
}

/** Calls back for every placeholder of a text. */
export function readsInText(onRead: (read: Placeholder) => void): (text: Text) => void {
  return ({ parts }) => {
    for (const part of parts) if (part.kind === 'placeholder') onRead(part);
  };
}

/** Calls back for every text and every name read of a line, from left to right. */
export function visitLine(line: Line, onText: (text: Text) => void, onName: (name: Name) => void): void {
  switch (line.kind) {
    case 'batch-start':
    case 'step':
      visitText(line.title, onText);
      return;
    case 'path-in':
    case 'path-out':
    case 'make-log':
    case 'output':
      visitText(line.path, onText);
      return;
    case 'load':
      visitText(line.path, onText);
      visitText(line.match, onText);
      return;
    case 'model':
      visitText(line.model, onText);
      return;
    case 'prompt':
    case 'write-log':
      visitText(line.text, onText);
      return;
    case 'get':
      visitText(line.source === null ? null : sourceText(line.source), onText);
      return;
    case 'set':
    case 'global':
      if (line.value !== null) visitExpression(line.value, onText, onName);
      return;
    case 'if-start':
    case 'loop-start':
      if (line.condition !== null) visitExpression(line.condition, onText, onName);
      return;
    case 'track':
      line.names.forEach(onName);
      return;
    case 'limit':
    case 'run':
    case 'retry':
    case 'error':
    case 'end-batch':
    case 'else':
    case 'end-if':
    case 'end-loop':
    case 'break':
    case 'skip':
    case 'halt':
    case 'unknown':
      return;
  }
}

function visitText(text: Text | null, onText: (text: Text) => void): void {
  if (text !== null) onText(text);
}

function sourceText(source: NonNullable<Extract<Line, { kind: 'get' }>['source']>): Text | null {
  switch (source.kind) {
    case 'column-number':
      return null;
    case 'column-name':
      return source.header;
    case 'json':
    case 'file':
      return source.path;
    case 'match':
      return source.pattern;
  }
}

/** Calls back for every statement, blocks before what is in them. */
export function visitStatements(
  statements: readonly Statement[],
  onStatement: (statement: Statement) => void,
): void {
  for (const statement of statements) {
    onStatement(statement);
    for (const block of blocksOf(statement)) visitStatements(block, onStatement);
  }
}

/** The lists of statements directly inside a statement. */
export function blocksOf(statement: Statement): readonly (readonly Statement[])[] {
  if (statement.kind === 'batch' || statement.kind === 'loop') return [statement.body];
  if (statement.kind !== 'if') return [];
  return statement.else === null ? [statement.then] : [statement.then, statement.else.body];
}

/** The value of a text that holds no placeholders, else null. */
export function plainText(text: Text): string | null {
  let value = '';
  for (const part of text.parts) {
    if (part.kind === 'placeholder') return null;
    value += part.text;
  }
  return value;
}
