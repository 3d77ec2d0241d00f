import type { SubmissionResult } from '@conform-to/react';
import { Form as PageForm } from '@remix-run/react';
import { Button } from '~/ui/button';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import type { PendingLink } from '../link-provider.server';
import { keepPasswordSchema } from '../schema';
import { AccountFrame } from './account-frame';

type Props = PendingLink & {
  returnTo: string | null;
  lastResult: SubmissionResult | null | undefined;
  /** Of the form without a field. */
  failure: string | null;
};

/** Asked once, when a provider is first used for an account with a password, which someone else may have chosen. */
export function PasswordQuestion({ email, provider, token, returnTo, lastResult, failure }: Props) {
  const [form, fields] = useForm(keepPasswordSchema, { lastResult });
  const query = new URLSearchParams({
    google_token: token,
    success: 'true',
    ...(returnTo === null ? {} : { returnTo }),
  });
  const action = `/login?${query.toString()}`;
  return (
    <AccountFrame
      title="Your account has a password"
      lead={
        <>
          This is the first time you use {provider} for{' '}
          <strong className="font-medium wrap-anywhere text-ink">{email}</strong>. If you know the account’s
          password, enter it to keep it. If you didn’t choose it yourself, remove it.
        </>
      }
      footer="Either way, all other browsers and scripts are logged out. You can set a new password on your account page."
    >
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      <Form form={form} intent="keep-password" action={action}>
        <input type="hidden" name="token" value={token} />
        <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
        <PasswordField label="Password" autoComplete="current-password" {...fieldProps(fields.password)} />
        <SubmitButton size="l">Keep password and continue</SubmitButton>
      </Form>
      <PageForm method="post" action={action}>
        <input type="hidden" name="intent" value="drop-password" />
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="l">
          Remove password and continue
        </Button>
      </PageForm>
    </AccountFrame>
  );
}
