import type { SubmissionResult } from '@conform-to/react';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import type { OwnerProof } from '../proof-methods';
import { dropPasswordSchema } from '../schema';
import { ProofInstead } from './owner-proof';

type Props = { lastResult: SubmissionResult | null | undefined; proof: OwnerProof };

/** For users who log in with a provider, or who didn't choose the password themselves. */
export function DropPasswordForm({ lastResult, proof }: Props) {
  const [form, fields] = useForm(dropPasswordSchema, { lastResult });
  return (
    <Form form={form} intent="drop-password">
      <p className="text-s text-ink-2">
        You have another way to log in. If you don’t need the password, or didn’t choose it yourself, remove
        it.
      </p>
      {proof.isRecent ? null : (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...fieldProps(fields.currentPassword)}
          required
        />
      )}
      <ProofInstead proof={proof} section="password" />
      <div>
        <SubmitButton variant="secondary">Remove password</SubmitButton>
      </div>
    </Form>
  );
}
