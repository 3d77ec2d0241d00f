import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { DomainError } from '~/core/shared/errors';
import { describeError } from '~/core/http.server';
import type { Logger } from '~/core/server/logger.server';

/** What became of a form: done, or what to show beside its fields, with the code of the error for the page. */
export type FormOutcome<Done> =
  | { done: Done; reply: null; code: null; status: number }
  | { done: null; reply: SubmissionResult; code: string | null; status: number };

interface Submission<Schema extends z.ZodType> {
  fields: URLSearchParams;
  schema: Schema;
  /** Said when something goes wrong that is not the person's doing; the cause goes to the log. */
  failure: string;
  log: Logger;
}

/** Passwords and secrets go one way only: they are not sent back into the page. */
const HIDDEN_FIELDS = ['password', 'confirmPassword', 'newPassword', 'currentPassword', 'token'];

/** Checks a page's form, runs the use case, and turns a refusal into something to show. */
export async function submitForm<Schema extends z.ZodType, Done>(
  { fields, schema, failure, log }: Submission<Schema>,
  act: (form: z.output<Schema>) => Promise<Done>,
): Promise<FormOutcome<Done>> {
  const submission = parseWithZod(fields, { schema });
  if (submission.status !== 'success') {
    return { done: null, reply: submission.reply({ hideFields: HIDDEN_FIELDS }), code: null, status: 400 };
  }
  try {
    return { done: await act(submission.value), reply: null, code: null, status: 200 };
  } catch (error) {
    const isRefusal = error instanceof DomainError;
    if (!isRefusal) log.error({ err: error }, 'a form could not be worked on');
    return {
      done: null,
      reply: submission.reply({
        formErrors: [isRefusal ? error.message : failure],
        hideFields: HIDDEN_FIELDS,
      }),
      code: isRefusal ? (error.code ?? null) : null,
      status: isRefusal ? describeError(error).status : 500,
    };
  }
}
