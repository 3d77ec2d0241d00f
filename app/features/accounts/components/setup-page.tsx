import type { SubmissionResult } from '@conform-to/react';
import { ButtonLink } from '~/ui/button-link';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { useForm } from '~/ui/form/use-form';
import type { SetupPageData } from '../first-administrator.server';
import { setupSchema } from '../schema';
import { AccountFrame } from './account-frame';
import { NameFields } from './name-fields';
import { NewPasswordFields } from './new-password-fields';

/** Shown instead of the form. */
const REFUSALS = {
  done: {
    title: 'Setup is complete',
    message: 'This server is already set up.',
  },
  'not-yet': {
    title: 'Not set up yet',
    message:
      'Open the link printed where the server was started. It works once; starting the server again prints a new one.',
  },
} as const;

type Props = SetupPageData & {
  lastResult: SubmissionResult | null | undefined;
  /** Where a signed-in user continues. */
  landing: string | undefined;
};

export function SetupPage({ token, refusal, landing, lastResult }: Props) {
  if (refusal !== null) {
    const { title, message } = REFUSALS[refusal];
    return (
      <AccountFrame title={title} lead={<span role="alert">{message}</span>}>
        {refusal === 'done' ? (
          <div>
            <ButtonLink to={landing ?? '/login'} variant="primary" size="l">
              {landing === undefined ? 'Login' : 'Continue'}
            </ButtonLink>
          </div>
        ) : null}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Set up Promptwell"
      lead="This account will be the administrator. It starts with $5.00 of credit."
    >
      <SetupForm lastResult={lastResult} token={token} />
    </AccountFrame>
  );
}

function SetupForm({
  lastResult,
  token,
}: {
  lastResult: SubmissionResult | null | undefined;
  token: string;
}) {
  const [form, fields] = useForm(setupSchema, { lastResult });
  return (
    <Form form={form}>
      <input type="hidden" name="token" value={token} />
      <NameFields isFirst firstName={fields.firstName} lastName={fields.lastName} />
      <EmailField field={fields.email} />
      <NewPasswordFields password={fields.password} />
      <SubmitButton size="l">Create administrator</SubmitButton>
    </Form>
  );
}
