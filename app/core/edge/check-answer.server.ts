import type { AppLoadContext } from '@remix-run/node';
import { prettifyError, safeParse, type $ZodType } from 'zod/v4/core';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import { isSchema, type ApiCall } from './declare-call.server';

/** Errors that the edge itself may give to any call. */
export const EDGE_ERRORS: Readonly<Record<string, ErrorKind>> = {
  invalid: 'invalid',
  invalid_json: 'invalid',
  no_token: 'unauthenticated',
  session_ended: 'unauthenticated',
  forbidden: 'forbidden',
  no_such_address: 'not-found',
  method_not_allowed: 'method-not-allowed',
  too_large: 'too-large',
  body_too_slow: 'timed-out',
  unsupported_media_type: 'unsupported-media-type',
  rate_limited: 'rate-limited',
  server_busy: 'unavailable',
  ledger_unavailable: 'unavailable',
  disk_full: 'unavailable',
  disk_failed: 'unavailable',
  database_busy: 'unavailable',
};

/**
 * With CHECK_ANSWERS, which the tests set, an answer that is not what its call declares is a fault: something left
 * out, or something that the schema does not know. The documents made from the declarations are then true.
 */
export function checkAnswer(call: ApiCall, data: unknown, { services }: AppLoadContext): void {
  if (!isSchema(call.answer)) return;
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const problem = findProblem(call.answer, sent);
  if (problem === undefined) return;
  services.log.error({ call: call.summary, problem }, 'an answer does not fit its schema');
  throw new Error(`The answer of "${call.summary}" does not fit its schema: ${problem}`);
}

function findProblem(schema: $ZodType, sent: unknown): string | undefined {
  const result = safeParse(schema, sent);
  if (!result.success) return prettifyError(result.error);
  const known = JSON.stringify(sortKeys(result.data));
  return known === JSON.stringify(sortKeys(sent)) ? undefined : 'it has fields that the schema does not name';
}

/** An error with a code that its call does not declare is a fault too: what to answer in its place. */
export function checkError(call: ApiCall, thrown: unknown): unknown {
  if (!(thrown instanceof DomainError) || thrown.code === undefined) return thrown;
  const declared = { ...EDGE_ERRORS, ...call.errors }[thrown.code];
  if (declared === thrown.kind) return thrown;
  return new Error(`The error ${thrown.code} (${thrown.kind}) is not declared by "${call.summary}".`);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sortKeys(each)]),
  );
}
