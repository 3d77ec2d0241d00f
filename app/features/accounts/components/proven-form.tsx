import type { SubmissionResult } from '@conform-to/react';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import type { ButtonProps } from '~/ui/button';
import { asksPassword, asksProofFirst, type OwnerProof } from '../proof-methods';
import { currentPasswordSchema } from '../schema';
import { ProofInstead, ProofRequest } from './owner-proof';

type Props = {
  intent: string;
  lastResult: SubmissionResult | null | undefined;
  proof: OwnerProof;
  /** Completes "To …, first confirm that it’s you". */
  what: string;
  button: string;
} & Pick<ButtonProps, 'variant'>;

/** A button for something that needs a proof of ownership, with the password field where one is needed. */
export function ProvenForm({ intent, lastResult, proof, what, button, variant = 'secondary' }: Props) {
  const [form, fields] = useForm(currentPasswordSchema, { id: intent, lastResult });
  if (asksProofFirst(proof)) return <ProofRequest proof={proof} section="security" what={what} />;
  return (
    <Form form={form} intent={intent} className="max-w-90">
      {asksPassword(proof) ? (
        <>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            {...fieldProps(fields.currentPassword)}
            required
          />
          <ProofInstead proof={proof} section="security" />
        </>
      ) : null}
      <div>
        <SubmitButton variant={variant}>{button}</SubmitButton>
      </div>
    </Form>
  );
}
