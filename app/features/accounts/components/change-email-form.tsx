import type { SubmissionResult } from '@conform-to/react';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import type { OwnerProof } from '../proof-methods';
import { changeEmailSchema } from '../schema';
import { ProofInstead, ProofRequest } from './owner-proof';

type Props = {
  result: { done: { message: string } | null; reply: SubmissionResult | null } | undefined;
  proof: OwnerProof;
};

/** Requests a link to the new address; the form is then replaced by the confirmation. */
export function ChangeEmailForm({ result, proof }: Props) {
  const [form, fields] = useForm(changeEmailSchema, { lastResult: result?.reply });
  if (result?.done) return <Notice tone="good">{result.done.message}</Notice>;
  const asksPassword = proof.ways.includes('password') && !proof.isRecent;
  if (!asksPassword && !proof.isRecent)
    return <ProofRequest proof={proof} section="email" what="change your email address" />;
  return (
    <Form form={form} intent="change-email" className="max-w-90">
      <EmailField field={fields.email} label="New email" />
      {asksPassword ? (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...fieldProps(fields.currentPassword)}
          required
        />
      ) : null}
      <ProofInstead proof={proof} section="email" />
      <div>
        <SubmitButton variant="secondary">Change email</SubmitButton>
      </div>
    </Form>
  );
}
