import type { PlanBatch, PlanExpression, PlanStatement, PlanText } from '@promptwell/baiql-lang';
import type { ReplyField } from '../reply-fields.js';
import { findJsonRuns } from './find-json-runs.js';
import { eachStatement } from './walk-plan.js';

/** Properties of a batch's statements that decide how it runs. */
export interface Analysis {
  /** Names read anywhere in the batch. */
  readonly used: ReadonlySet<string>;
  /** RUNs whose reply goes to a `FORMAT json` output, with the requested fields. */
  readonly jsonRuns: ReadonlyMap<number, readonly ReplyField[]>;
  /** True if the script handles failed RUNs itself, with RETRY or ERRFL. */
  readonly handlesFailures: boolean;
  readonly hasMatch: boolean;
  /** Lines that are skipped because the language does not know them. */
  readonly unknown: readonly { readonly line: number; readonly word: string }[];
}

export function analyseBatch(batch: PlanBatch): Analysis {
  const statements = [...eachStatement(batch.body)];
  const used = new Set(batch.track);
  for (const statement of statements) for (const name of namesIn(statement)) used.add(name);
  const unknown = statements.flatMap((statement) =>
    statement.kind === 'unknown' ? [{ line: statement.line, word: statement.word }] : [],
  );
  return {
    used,
    jsonRuns: findJsonRuns(batch),
    handlesFailures: used.has('ERRFL') || statements.some(({ kind }) => kind === 'retry'),
    hasMatch: statements.some((statement) => statement.kind === 'get' && statement.source.kind === 'match'),
    unknown,
  };
}

function namesIn(statement: PlanStatement): string[] {
  if ('text' in statement) return namesInText(statement.text);
  if ('value' in statement) return namesInExpression(statement.value);
  if ('condition' in statement) return namesInExpression(statement.condition);
  return 'source' in statement ? namesInSource(statement.source) : [];
}

function namesInSource(source: Extract<PlanStatement, { kind: 'get' }>['source']): string[] {
  switch (source.kind) {
    case 'column-name':
      return namesInText(source.header);
    case 'json':
    case 'file':
      return namesInText(source.path);
    case 'match':
      return namesInText(source.pattern);
    case 'reply':
    case 'column-number':
      return [];
  }
}

/** The names in a text's placeholders. */
export function namesInText(text: PlanText): string[] {
  return text.flatMap((part) => ('name' in part ? [part.name] : []));
}

/** The names an expression reads. */
export function namesInExpression(expression: PlanExpression): string[] {
  switch (expression.kind) {
    case 'text':
      return namesInText(expression.parts);
    case 'name':
      return [expression.name];
    case 'not':
      return namesInExpression(expression.operand);
    case 'binary':
      return [...namesInExpression(expression.left), ...namesInExpression(expression.right)];
    case 'number':
    case 'switch':
      return [];
  }
}
