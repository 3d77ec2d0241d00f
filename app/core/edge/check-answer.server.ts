import { prettifyError, safeParse, type $ZodType } from 'zod/v4/core';
import { errorBodySchema } from '~/core/shared/error-body';
import { DomainError } from '~/core/shared/errors';
import { describeDomainError } from './answer-error.server';
import { answersOf, isSchema, mediaTypeOf, type ApiCall } from './declare-call.server';
import { errorsOf } from './declared-errors.server';

/**
 * With CHECK_ANSWERS, which the tests set, a response that doesn't match its declaration is an error: a missing or an
 * undeclared field. This keeps the generated documents true.
 */
export function checkAnswer(call: ApiCall, status: number, data: unknown): void {
  const schema = declaredFor(call, status).find(isSchema);
  const problem = schema && findProblem(schema, data);
  if (problem !== undefined)
    throw new Error(`The answer of "${call.summary}" does not fit its schema: ${problem}`);
}

/** The same for responses built by the handler: an undeclared status or media type is an error. */
export function checkResponse(call: ApiCall, { status, headers }: Response): void {
  const types = declaredFor(call, status).map(mediaTypeOf);
  const [type] = headers.get('Content-Type')?.split(';') ?? [];
  if (!types.includes(type))
    throw new Error(`The type ${type ?? 'of nothing'} is not declared by "${call.summary}".`);
}

function declaredFor(call: ApiCall, status: number) {
  const declared = answersOf(call).filter((each) => each.status === status);
  if (declared.length > 0) return declared.map(({ answer }) => answer);
  throw new Error(`The status ${String(status)} is not declared by "${call.summary}".`);
}

/** Mismatches of a JSON body. */
export function findProblem(schema: $ZodType, data: unknown): string | undefined {
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const result = safeParse(schema, sent);
  if (!result.success) return prettifyError(result.error);
  const known = JSON.stringify(sortKeys(result.data));
  return known === JSON.stringify(sortKeys(sent)) ? undefined : 'it has fields that the schema does not name';
}

/** The same for errors: the response to send instead of an undeclared one. */
export function checkError(call: ApiCall, thrown: unknown): unknown {
  if (!(thrown instanceof DomainError)) return thrown;
  const { code, kind } = thrown;
  const declared = errorsOf(call);
  const isDeclared = code === undefined ? [...declared.values()].includes(kind) : declared.get(code) === kind;
  const name = `The error ${code ?? 'without a code'} (${kind})`;
  if (!isDeclared) return new Error(`${name} is not declared by "${call.summary}".`);
  const problem = findProblem(errorBodySchema, describeDomainError(thrown).body);
  return problem === undefined ? thrown : new Error(`${name} does not fit its schema: ${problem}`);
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
