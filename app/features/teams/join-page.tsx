import { Form, useNavigation } from '@remix-run/react';
import { AccountFrame } from '~/features/accounts';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { Notice } from '~/ui/notice';
import type { readInvitation } from './join-team.server';

type Props = {
  invitation: Awaited<ReturnType<typeof readInvitation>>;
  /** Why joining failed. */
  failure: string | undefined;
};

/** Confirms joining a team, with what the team will see and what it won't. */
export function JoinPage({ invitation: { teamName, ownerName }, failure }: Props) {
  const { state } = useNavigation();
  return (
    <AccountFrame
      title={`Join ${teamName}`}
      lead={`${ownerName === '' ? 'The team’s owner' : ownerName} pays for your seat. You keep your own account, prompts and balance.`}
    >
      {failure === undefined ? null : <Notice tone="bad">{failure}</Notice>}
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-s text-ink-2">
        <li>You can see the team’s prompts and share your own.</li>
        <li>The team’s admins see how much you use and spend each month, but not what you write.</li>
        <li>They can set a monthly budget for you.</li>
        <li>You can leave at any time.</li>
      </ul>
      <Form method="post" className="flex flex-wrap gap-2">
        {/* A second click would find the invitation used. */}
        <Button type="submit" variant="primary" isBusy={state !== 'idle'}>
          Join team
        </Button>
        <ButtonLink to="/ai" variant="ghost">
          Not now
        </ButtonLink>
      </Form>
    </AccountFrame>
  );
}
