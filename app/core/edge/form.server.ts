import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import type { $ZodType, output as OutputOf } from 'zod/v4/core';
import { DomainError } from '~/core/shared/errors';
import type { RateLimit } from '~/core/server/rate-limits.server';
import { authorize, clientOf, enforceRateLimit, refuseOtherAccount } from './actor.server';
import { describeError, methodNotAllowed } from './answer-error.server';
import type { Absent, Access, ActorFor } from './declare-call.server';
import { formSchema } from './form-schema.server';
import { answerPage, type PageArgs } from './page.server';
import { check, DEFAULT_BODY_BYTES, readForm, readQuery } from './read-request.server';
import { Reply } from './reply.server';

interface FormArgs<A extends Access, Input, Params, Query> extends PageArgs<A, Params, Query> {
  input: Input;
}

/** A page's form: its schema, and the use case it runs. */
interface FormDeclaration<
  A extends Access,
  Schema extends $ZodType,
  Params extends $ZodType,
  Query extends $ZodType,
  Done,
> {
  schema: Schema;
  params?: Params;
  /** The page's query string. */
  query?: Query;
  rateLimit?: RateLimit;
  /** The message for unexpected errors; the cause is logged. */
  failure: string;
  /** A Response, such as a redirect, is sent as it is. */
  run(
    args: FormArgs<A, OutputOf<Schema>, OutputOf<Params>, OutputOf<Query>>,
  ): Promise<Done | Reply<Done> | Response>;
}

type Form<A extends Access, Done> = Omit<FormDeclaration<A, $ZodType, $ZodType, $ZodType, Done>, 'run'> & {
  run(args: FormArgs<A, unknown, unknown, unknown>): Promise<Done | Reply<Done> | Response>;
};

type DeclareForm<A extends Access> = <
  Schema extends $ZodType,
  Done,
  Params extends $ZodType = Absent,
  Query extends $ZodType = Absent,
>(
  declaration: FormDeclaration<A, Schema, Params, Query, Done>,
) => Form<A, Done>;

/** The outcome of a form: the result, or the errors to show, with the error's code for the page. */
export type FormOutcome<Intent, Done> =
  | { intent: Intent; done: Done; reply: null; code: null }
  | { intent: Intent; done: null; reply: SubmissionResult; code: string | null };

type OutcomeOf<A extends Access, Forms extends Record<string, Form<A, unknown>>> = {
  [I in keyof Forms]: FormOutcome<I, Forms[I] extends Form<A, infer Done> ? Done : never>;
}[keyof Forms];

/** Passwords and secrets are never sent back to the page. */
const HIDDEN_FIELDS = [
  'password',
  'confirmPassword',
  'newPassword',
  'currentPassword',
  'token',
  'code',
  'apiKey',
  'furtherKeys',
  'headers',
];

/**
 * Declares a page's action: its forms, by the `intent` that each sends (a page with a single form needs none). An error
 * is shown at its field or above the form, which keeps what was typed.
 */
export function forms<A extends Access, Forms extends Record<string, Form<A, unknown>>>(
  access: A,
  declare: (form: DeclareForm<A>) => Forms,
  {
    beforeSecondFactor = false,
    maxBodyBytes = DEFAULT_BODY_BYTES,
  }: { beforeSecondFactor?: boolean; maxBodyBytes?: number } = {},
) {
  const declared: Record<string, Form<A, unknown>> = declare((declaration) => declaration);
  const only = Object.keys(declared).length === 1 ? Object.keys(declared)[0] : undefined;
  const action = ({ request, context, params: pathParams }: ActionFunctionArgs) =>
    answerPage(request, context, async () => {
      if (request.method !== 'POST') throw methodNotAllowed(request.method, ['GET', 'HEAD', 'POST']);
      const actor = await authorize(request, context, { access, beforeSecondFactor });
      const fields = await readForm(request, maxBodyBytes);
      const intent = fields.get('intent') ?? only ?? '';
      const form = Object.hasOwn(declared, intent) ? declared[intent] : undefined;
      if (!form)
        throw new DomainError('invalid', 'This form is out of date. Reload the page.', { code: 'invalid' });
      const params = form.params && check(form.params, pathParams);
      const query = form.query && readQuery(request, form.query);
      const submission = parseWithZod(fields, formSchema(form.schema));
      const outcome = (fieldsOf: { done: unknown } | { reply: SubmissionResult; code: string | null }) =>
        ({ intent, done: null, reply: null, code: null, ...fieldsOf }) as OutcomeOf<A, Forms>;
      if (submission.status !== 'success') {
        return data(
          outcome({ reply: submission.reply({ hideFields: HIDDEN_FIELDS }), code: 'invalid' }),
          400,
        );
      }
      try {
        if (access !== 'anyone') refuseOtherAccount(request, actor);
        if (form.rateLimit) await enforceRateLimit(form.rateLimit, access, actor, context);
        const run = () =>
          form.run({
            services: context.services,
            // `admit` has made sure that there is an actor wherever access requires one.
            actor: actor as ActorFor<A>,
            client: clientOf(request, context),
            params,
            query,
            input: submission.value,
            request,
          });
        const result = await (actor ? context.services.inFlightRequests.run(actor, run) : run());
        if (result instanceof Response) throw result;
        return result instanceof Reply
          ? data(outcome({ done: result.data }), { headers: result.headers })
          : data(outcome({ done: result }));
      } catch (thrown) {
        if (thrown instanceof Response || isSignedOut(thrown)) throw thrown;
        const { status, code, ...errors } = refusal(thrown, form.failure, context);
        return data(
          outcome({ reply: submission.reply({ ...errors, hideFields: HIDDEN_FIELDS }), code }),
          status,
        );
      }
    });
  // For the test that sweeps the route table.
  const schemas = Object.fromEntries(
    Object.entries(declared).map(([intent, { schema }]) => [intent, schema]),
  );
  return Object.assign(action, { access, schemas });
}

/** Whether the session has ended, unlike other 401s such as a wrong password. */
const isSignedOut = (thrown: unknown): boolean =>
  thrown instanceof DomainError && (thrown.code === 'session_ended' || thrown.code === 'no_token');

function refusal(thrown: unknown, failure: string, context: AppLoadContext) {
  const { status, body } = describeError(thrown, context, failure);
  const field = thrown instanceof DomainError ? thrown.field : undefined;
  return {
    status,
    code: body.code ?? null,
    ...(field === undefined ? { formErrors: [body.message] } : { fieldErrors: { [field]: [body.message] } }),
  };
}
