import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { AccountFrame } from './account-frame';

/** After registering: where the link went, and what to do when it does not come. */
export function CheckYourEmail({ email }: { email: string }) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <AccountFrame
      title="Check Your Email"
      lead={
        <>
          We sent a link to <strong className="font-medium break-all text-ink">{email}</strong>. Open it to
          confirm your address; it works once, for one day. Then you can sign in.
        </>
      }
      footer="Nothing there after a few minutes? Look among the unwanted mail, or ask for another link."
    >
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/login" variant="primary" size="l">
          Go to sign in
        </ButtonLink>
        <Form method="post" action="/register">
          <input type="hidden" name="act" value="resend" />
          <input type="hidden" name="email" value={email} />
          <Button type="submit" size="l" isBusy={isBusy}>
            Send another link
          </Button>
        </Form>
      </div>
    </AccountFrame>
  );
}
