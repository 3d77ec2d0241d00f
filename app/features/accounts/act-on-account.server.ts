import { z } from 'zod';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { changesFromForm, preferenceChangesSchema } from '~/features/preferences/index.server';
import { changePassword } from './change-password.server';
import type { Accounts } from './deps.server';
import { endOtherSessions, endSession } from './end-session.server';
import { FAILURES } from './failures';
import { parseInput } from './parse-input.server';
import { changePasswordSchema } from './schema';
import { submitForm, type FormOutcome } from './submit-form.server';

type Outcome = Promise<FormOutcome<{ message: string }>>;
type Act = (deps: Accounts, actor: Actor, fields: URLSearchParams) => Outcome;

function submission<Schema extends z.ZodType>({ log }: Accounts, fields: URLSearchParams, schema: Schema) {
  return { fields, schema, failure: FAILURES.account, log };
}

/** The forms of the account page, by the `act` that each sends. */
const ACTS: Readonly<Record<string, Act>> = {
  'change-password': (deps, actor, fields) =>
    submitForm(submission(deps, fields, changePasswordSchema), (form) => changePassword(deps, actor, form)),
  preferences: (deps, actor, fields) =>
    submitForm(submission(deps, fields, z.object({})), async () => {
      await deps.preferences.change(
        actor.userId,
        parseInput(preferenceChangesSchema, changesFromForm(fields)),
      );
      return { message: 'Saved.' };
    }),
  'end-session': (deps, actor, fields) =>
    submitForm(
      submission(deps, fields, z.object({ sessionId: z.string().max(100) })),
      async ({ sessionId }) => {
        await endSession(deps, actor, sessionId);
        return { message: 'Signed out there.' };
      },
    ),
  'end-others': (deps, actor, fields) =>
    submitForm(submission(deps, fields, z.object({})), async () => {
      await endOtherSessions(deps, actor);
      return { message: 'Signed out everywhere else.' };
    }),
};

const unknownForm: Act = (deps, _actor, fields) =>
  submitForm(submission(deps, fields, z.object({})), () =>
    Promise.reject(new DomainError('invalid', 'This form is not known.')),
  );

export async function actOnAccount(deps: Accounts, actor: Actor, fields: URLSearchParams) {
  const act = fields.get('act') ?? '';
  return { act, ...(await (ACTS[act] ?? unknownForm)(deps, actor, fields)) };
}
