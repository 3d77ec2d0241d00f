import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import type { InvitePageData } from '../invitations/invite-page.server';
import { registerSchema } from '../schema';
import { AccountFrame } from './account-frame';
import { NameFields } from './name-fields';
import { NewPasswordFields } from './new-password-fields';
import { ProviderButtons } from './provider-buttons';
import { CheckYourEmail } from './register-page';
import { SignedIn } from './signed-in';

/** The next step after the form: signed in, or a link by mail. */
export type Invited = { firstName: string; to: string } | { email: string };
type Props = InvitePageData & { result: FormOutcome<'register', Invited> | undefined };

/** Creates an account by an invitation, with a password or a provider. */
export function InvitePage({ token, invitation, providers, sendsMail, failure, result }: Props) {
  const done = result?.done;
  if (done && 'to' in done) return <SignedIn {...done} />;
  if (done) return <CheckYourEmail email={done.email} sendsMail={sendsMail} returnTo={null} />;
  const footer = (
    <>
      Have an account?{' '}
      <Link to="/login" className="link">
        Login
      </Link>
    </>
  );
  if (!invitation)
    return (
      <AccountFrame
        title="This invitation no longer works"
        lead="It has expired, was used or was revoked. Ask the person who invited you for a new one."
        footer={footer}
      >
        {null}
      </AccountFrame>
    );
  return (
    <AccountFrame
      title="You’re invited"
      lead={
        invitation.email === null ? (
          'Create your account to accept the invitation.'
        ) : (
          <>
            Create your account for{' '}
            <strong className="font-medium wrap-anywhere text-ink">{invitation.email}</strong> to accept the
            invitation.
          </>
        )
      }
      footer={footer}
    >
      {failure === null || result ? null : <Notice tone="bad">{failure}</Notice>}
      <ProviderButtons providers={providers} query={{ from: 'invite', invitation: token }} />
      <InviteForm token={token} email={invitation.email} lastResult={result?.reply} />
    </AccountFrame>
  );
}

interface InviteFormProps {
  token: string;
  /** The address that the invitation is for; null if any. */
  email: string | null;
  lastResult: SubmissionResult | null | undefined;
}

function InviteForm({ token, email, lastResult }: InviteFormProps) {
  const [form, fields] = useForm(registerSchema, { lastResult });
  return (
    <Form form={form} intent="register">
      <input type="hidden" name="invitation" value={token} />
      <NameFields firstName={fields.firstName} lastName={fields.lastName} />
      {email === null ? (
        <EmailField field={fields.email} />
      ) : (
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      )}
      <NewPasswordFields password={fields.password} confirmation={fields.confirmPassword} />
      <SubmitButton size="l">Create account</SubmitButton>
    </Form>
  );
}
