import type { GetLine, If, Loop, OutputLine, Statement } from '../tree/index.js';
import { SETTING_WORDS } from '../vocabulary/vocabulary.js';
import {
  compileExpression,
  compileOptionalText,
  compileText,
  numberOf,
  printCondition,
} from './compile-values.js';
import type { PlanGetSource, PlanStatement } from './plan.js';

/** Counters for the statements of a batch. */
export interface BatchCounters {
  prompts: number;
  runs: number;
  steps: number;
  expects: number;
  readonly outputs: readonly OutputLine[];
}

/** The executable statements, in order; declarations are compiled separately. */
export function compileStatements(
  statements: readonly Statement[],
  counters: BatchCounters,
): PlanStatement[] {
  return statements.flatMap((statement) => compileStatement(statement, counters) ?? []);
}

function compileStatement(statement: Statement, counters: BatchCounters): PlanStatement | null {
  const line = statement.range.start.line;
  switch (statement.kind) {
    case 'prompt': {
      const prompt = counters.prompts++;
      return {
        line,
        kind: 'prompt',
        prompt,
        text: compileText(statement.text),
        optimize: statement.optimize,
      };
    }
    case 'run': {
      const { screen, cache } = statement;
      return {
        line,
        kind: 'run',
        run: counters.runs++,
        screen,
        cache: cache?.word ?? null,
        retries: numberOf(statement.retry),
      };
    }
    case 'get':
      return { line, kind: 'get', name: statement.name?.name ?? '', source: compileSource(statement) };
    case 'set':
    case 'global': {
      const name = statement.name?.name ?? '';
      if (SETTING_WORDS.has(name)) return null;
      return { line, kind: statement.kind, name, value: compileExpression(statement.value) };
    }
    case 'if':
      return compileIf(statement, line, counters);
    case 'loop':
      return compileLoop(statement, line, counters);
    case 'step':
      return { line, kind: 'step', step: ++counters.steps, title: compileOptionalText(statement.title) };
    case 'retry':
      return { line, kind: 'retry', times: statement.times?.value ?? 1 };
    case 'output':
      return { line, kind: 'output', output: counters.outputs.indexOf(statement) };
    case 'write-log':
      return { line, kind: 'write-log', text: compileText(statement.text) };
    case 'expect':
      return {
        line,
        kind: 'expect',
        expect: counters.expects++,
        condition: compileExpression(statement.condition),
        label: statement.label === null ? printCondition(statement.condition) : compileText(statement.label),
      };
    case 'break':
    case 'skip':
    case 'halt':
      return { line, kind: statement.kind };
    case 'unknown':
      return { line, kind: 'unknown', word: statement.command.word, presumed: statement.presumed };
    case 'batch':
    case 'path-in':
    case 'path-out':
    case 'load':
    case 'model':
    case 'limit':
    case 'error':
    case 'track':
    case 'make-log':
      return null;
  }
}

function compileIf(statement: If, line: number, counters: BatchCounters): PlanStatement {
  if (statement.start.kind === 'unknown') return unknownBlock(statement.start, line);
  return {
    line,
    kind: 'if',
    condition: compileExpression(statement.start.condition),
    then: compileStatements(statement.then, counters),
    else: compileStatements(statement.else?.body ?? [], counters),
  };
}

function compileLoop({ start, body }: Loop, line: number, counters: BatchCounters): PlanStatement {
  if (start.kind === 'unknown') return unknownBlock(start, line);
  const inner = compileStatements(body, counters);
  if (start.mode !== null) {
    const kind = start.mode.word === 'WHILE' ? 'loop-while' : 'loop-until';
    return { line, kind, condition: compileExpression(start.condition), body: inner };
  }
  return { line, kind: 'loop-times', times: start.times?.value ?? 1, body: inner };
}

/** Likely corrections are never executed. */
function unknownBlock(start: Extract<If['start'], { kind: 'unknown' }>, line: number): PlanStatement {
  return { line, kind: 'unknown', word: start.command.word, presumed: start.presumed };
}

function compileSource({ column, header, json, pattern, file }: GetLine): PlanGetSource {
  if (column !== null) return { kind: 'column-number', column: column.value };
  if (header !== null) return { kind: 'column-name', header: compileText(header) };
  if (pattern !== null) return { kind: 'match', pattern: compileText(pattern) };
  if (json !== null) return { kind: 'json', path: compileText(json) };
  return file === null ? { kind: 'reply' } : { kind: 'file', path: compileText(file) };
}
