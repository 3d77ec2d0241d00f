import { Form } from '@remix-run/react';
import { AccountFrame } from '~/features/accounts';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { MAIL_KINDS } from './mail-kinds';
import type { UnsubscribePageData } from './unsubscribe.server';

const TEXTS = {
  bare: {
    title: 'Choose your emails',
    lead: 'Turn off the emails you don’t want in your dashboard’s settings, once you’re logged in. To stop one kind without logging in, use the link at the end of that email.',
  },
  wrong: {
    title: 'This link doesn’t work',
    lead: 'It may have been cut off. Copy the whole link from the end of the email, or choose your emails in your dashboard’s settings.',
  },
} as const;

/** Confirms before it unsubscribes: mail scanners open every link. */
export function UnsubscribePage(page: UnsubscribePageData) {
  switch (page.state) {
    case 'asks':
      return (
        <AccountFrame title="Unsubscribe" lead={`Do you want to stop getting ${MAIL_KINDS[page.kind].name}?`}>
          <Form method="post">
            <Button type="submit" variant="primary">
              Unsubscribe
            </Button>
          </Form>
        </AccountFrame>
      );
    case 'done':
      return (
        <AccountFrame
          title="You’re unsubscribed"
          lead={`You won’t get ${MAIL_KINDS[page.kind].name} anymore. You can turn them back on in your dashboard’s settings.`}
        >
          <SettingsLink />
        </AccountFrame>
      );
    case 'bare':
    case 'wrong':
      return (
        <AccountFrame {...TEXTS[page.state]}>
          <SettingsLink />
        </AccountFrame>
      );
  }
}

const SettingsLink = () => <ButtonLink to="/dashboard/settings">Email settings</ButtonLink>;
