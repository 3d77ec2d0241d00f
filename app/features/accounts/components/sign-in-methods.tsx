import type { SubmissionResult } from '@conform-to/react';
import { Form as PageForm } from '@remix-run/react';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import type { OwnerProof } from '../proof-methods';
import { proveByPasswordSchema } from '../schema';
import type { SignInMethod, SignInMethods } from '../sign-in-methods.server';
import { ProofRequest } from './owner-proof';

type Props = SignInMethods & {
  proof: OwnerProof;
  hasPassword: boolean;
  lastResult: SubmissionResult | null | undefined;
};

/** The providers that log the user in, with link and unlink. Changing them takes a recent proof. */
export function SignInMethodList({ providers, isProven, proof, hasPassword, lastResult }: Props) {
  return (
    <div className="flex flex-col gap-5">
      <ul className="flex flex-col divide-y divide-line">
        {providers.map((method) => (
          <li key={method.name} className="flex flex-wrap items-center gap-3 py-2">
            <span className="min-w-0 grow truncate text-s">{method.label}</span>
            <MethodAction method={method} isProven={isProven} />
          </li>
        ))}
      </ul>
      {isProven ? null : hasPassword ? (
        <PasswordProof lastResult={lastResult} />
      ) : (
        <ProofRequest proof={proof} section="providers" what="link or unlink" />
      )}
    </div>
  );
}

function MethodAction({ method, isProven }: { method: SignInMethod; isProven: boolean }) {
  if (method.isLast) return <span className="text-s text-ink-3">Your only way to log in</span>;
  if (!isProven || (!method.isLinked && method.linkPath === null))
    return <span className="text-s text-ink-3">{method.isLinked ? 'Linked' : 'Not linked'}</span>;
  if (!method.isLinked)
    return (
      <a href={method.linkPath ?? ''} className={buttonClasses('secondary', 'm')}>
        Link <span className="sr-only">{method.label}</span>
      </a>
    );
  return (
    <PageForm method="post">
      <input type="hidden" name="intent" value="unlink-provider" />
      <input type="hidden" name="provider" value={method.name} />
      <Button type="submit">
        Unlink <span className="sr-only">{method.label}</span>
      </Button>
    </PageForm>
  );
}

function PasswordProof({ lastResult }: { lastResult: SubmissionResult | null | undefined }) {
  const [form, fields] = useForm(proveByPasswordSchema, { lastResult });
  return (
    <Form form={form} intent="prove-by-password">
      <p className="text-s text-ink-2">
        To link or unlink, first confirm that it’s you. You then have ten minutes.
      </p>
      <div className="max-w-90">
        <PasswordField label="Password" autoComplete="current-password" {...fieldProps(fields.password)} />
      </div>
      <div>
        <SubmitButton variant="secondary">Confirm</SubmitButton>
      </div>
    </Form>
  );
}
