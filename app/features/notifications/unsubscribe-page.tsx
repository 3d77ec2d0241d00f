import { Form } from '@remix-run/react';
import { AccountFrame } from '~/features/accounts';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { MAIL_KINDS, type MailKind } from './mail-kinds';

/** Asks before it ends the mails: programs that look into mails open every link in them. */
export function UnsubscribePage({ kind, isDone }: { kind: MailKind; isDone: boolean }) {
  const { name } = MAIL_KINDS[kind];
  return isDone ? (
    <AccountFrame
      title="You’re unsubscribed"
      lead={`You won’t get ${name} anymore. You can turn them back on in your dashboard’s settings.`}
    >
      <ButtonLink to="/dashboard/settings">Email settings</ButtonLink>
    </AccountFrame>
  ) : (
    <AccountFrame title="Unsubscribe" lead={`Do you want to stop getting ${name}?`}>
      <Form method="post">
        <Button type="submit" variant="primary">
          Unsubscribe
        </Button>
      </Form>
    </AccountFrame>
  );
}
