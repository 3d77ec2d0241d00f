import type { PlanBatch } from '@promptwell/baiql-lang';
import { namesInExpression, namesInText } from '../batch/analyse-batch.js';
import { eachStatement } from '../batch/walk-plan.js';

/**
 * A GLOBAL that prompts include and each transaction appends its reply to, so that requests grow with every row by an
 * unknown amount. Null if there is none.
 */
export function growingGlobal({ body }: Pick<PlanBatch, 'body'>): string | null {
  const statements = [...eachStatement(body)];
  const replies = new Set(
    statements.flatMap((each) => (each.kind === 'get' && each.source.kind === 'reply' ? [each.name] : [])),
  );
  const growing = new Set(
    statements.flatMap((each) => {
      if (each.kind !== 'global') return [];
      const read = namesInExpression(each.value);
      return read.includes(each.name) && read.some((name) => replies.has(name)) ? [each.name] : [];
    }),
  );
  const sent = statements.flatMap((each) => (each.kind === 'prompt' ? namesInText(each.text) : []));
  return sent.find((name) => growing.has(name)) ?? null;
}
