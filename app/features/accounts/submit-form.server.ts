import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { DomainError } from '~/core/errors';
import { describeError } from '~/core/http.server';

/** What became of a form: done, or what to show beside its fields, with the code of the error for the page. */
export type FormOutcome<Done> =
  | { done: Done; reply: null; code: null; status: number }
  | { done: null; reply: SubmissionResult; code: string | null; status: number };

/** Passwords and secrets go one way only: they are not sent back into the page. */
const HIDDEN_FIELDS = ['password', 'confirmPassword', 'newPassword', 'currentPassword', 'token'];

/** Checks a page's form, runs the use case, and turns a refusal into something to show. */
export async function submitForm<Schema extends z.ZodType, Done>(
  fields: URLSearchParams,
  schema: Schema,
  act: (form: z.output<Schema>) => Promise<Done>,
): Promise<FormOutcome<Done>> {
  const submission = parseWithZod(fields, { schema });
  if (submission.status !== 'success') {
    return { done: null, reply: submission.reply({ hideFields: HIDDEN_FIELDS }), code: null, status: 400 };
  }
  try {
    return { done: await act(submission.value), reply: null, code: null, status: 200 };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const reply = submission.reply({ formErrors: [error.message], hideFields: HIDDEN_FIELDS });
    return { done: null, reply, code: error.code ?? null, status: describeError(error).status };
  }
}
