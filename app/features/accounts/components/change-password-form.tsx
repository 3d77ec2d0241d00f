import type { SubmissionResult } from '@conform-to/react';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import type { OwnerProof } from '../proof-methods';
import { changePasswordSchema } from '../schema';
import { NewPasswordFields } from './new-password-fields';
import { ProofInstead, ProofRequest } from './owner-proof';

type Props = {
  lastResult: SubmissionResult | null | undefined;
  hasPassword: boolean;
  proof: OwnerProof;
  email: string;
};

export function ChangePasswordForm({ lastResult, hasPassword, proof, email }: Props) {
  const [form, fields] = useForm(changePasswordSchema, { lastResult });
  const asksPassword = hasPassword && !proof.isRecent;
  if (!hasPassword && !proof.isRecent)
    return <ProofRequest proof={proof} section="password" what="set a password" />;
  return (
    <Form form={form} intent="change-password">
      <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
      {asksPassword ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...fieldProps(fields.currentPassword)}
          required
        />
      ) : null}
      <ProofInstead proof={proof} section="password" />
      <NewPasswordFields
        password={fields.newPassword}
        confirmation={fields.confirmPassword}
        label="New password"
        confirmationLabel="Confirm new password"
      />
      <div>
        <SubmitButton variant="secondary">{hasPassword ? 'Change password' : 'Set password'}</SubmitButton>
      </div>
    </Form>
  );
}
