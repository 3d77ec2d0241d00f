import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import type { $ZodType, output as OutputOf } from 'zod/v4/core';
import { DomainError } from '~/core/shared/errors';
import type { RateLimit } from '~/core/server/rate-limits.server';
import { admit, clientOf, countRequest, refuseOtherAccount } from './actor.server';
import { describeError, methodNotAllowed } from './answer-error.server';
import type { Absent, Access, ActorFor } from './declare-call.server';
import { answerPage, type PageArgs } from './page.server';
import { check, readForm, readQuery } from './read-request.server';
import { Reply } from './reply.server';

interface FormArgs<A extends Access, Input, Params, Query> extends PageArgs<A, Params, Query> {
  input: Input;
}

/** One form of a page: its fields, and the use case that it leads to. */
interface FormDeclaration<
  A extends Access,
  Schema extends $ZodType,
  Params extends $ZodType,
  Query extends $ZodType,
  Done,
> {
  schema: Schema;
  params?: Params;
  /** The part of the page's address after `?`. */
  query?: Query;
  rateLimit?: RateLimit;
  /** Said when something goes wrong that is nobody's doing; the cause goes to the log. */
  failure: string;
  /** A Response that it gives, such as a redirect, goes out as it is. */
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

/** What became of a form: done, or what to show beside its fields, with the code of the error for the page. */
export type FormOutcome<Intent, Done> =
  | { intent: Intent; done: Done; reply: null; code: null }
  | { intent: Intent; done: null; reply: SubmissionResult; code: string | null };

type OutcomeOf<A extends Access, Forms extends Record<string, Form<A, unknown>>> = {
  [I in keyof Forms]: FormOutcome<I, Forms[I] extends Form<A, infer Done> ? Done : never>;
}[keyof Forms];

/** Passwords and secrets go one way only: they are not sent back into the page. */
const HIDDEN_FIELDS = ['password', 'confirmPassword', 'newPassword', 'currentPassword', 'token', 'apiKey'];

/**
 * The action of a page: its forms by the `intent` that each sends (a page with one form needs none). Each is checked
 * once, here; a refusal becomes the error of its field or a notice on the form, which keeps what was typed.
 */
export function forms<A extends Access, Forms extends Record<string, Form<A, unknown>>>(
  access: A,
  declare: (form: DeclareForm<A>) => Forms,
) {
  const declared: Record<string, Form<A, unknown>> = declare((declaration) => declaration);
  const only = Object.keys(declared).length === 1 ? Object.keys(declared)[0] : undefined;
  const action = ({ request, context, params: pathParams }: ActionFunctionArgs) =>
    answerPage(request, context, async () => {
      if (request.method !== 'POST') throw methodNotAllowed(request.method, ['GET', 'HEAD', 'POST']);
      const actor = await admit(request, context, access);
      const fields = await readForm(request);
      const intent = fields.get('intent') ?? only ?? '';
      const form = Object.hasOwn(declared, intent) ? declared[intent] : undefined;
      if (!form)
        throw new DomainError('invalid', 'This form is out of date. Reload the page.', { code: 'invalid' });
      const params = form.params && check(form.params, pathParams);
      const query = form.query && readQuery(request, form.query);
      const submission = parseWithZod(fields, { schema: form.schema });
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
        if (form.rateLimit) await countRequest(form.rateLimit, access, actor, context);
        const run = () =>
          form.run({
            services: context.services,
            // `admit` has seen to it that there is an actor wherever the access asks for one.
            actor: actor as ActorFor<A>,
            client: clientOf(request, context),
            params,
            query,
            input: submission.value,
            request,
          });
        const result = await (actor ? context.services.userWork.run(actor, run) : run());
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
  // For whoever goes over the whole route table.
  const schemas = Object.fromEntries(
    Object.entries(declared).map(([intent, { schema }]) => [intent, schema]),
  );
  return Object.assign(action, { access, schemas });
}

/** Somebody whose session ended while they typed signs in first. A wrong password is no such thing. */
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
