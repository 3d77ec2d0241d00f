import { ShieldCheck, ShieldMinus, UserMinus, Wallet } from 'lucide-react';
import { useMemo, useState, type ComponentType } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { formatBalance, formatSpent, microUsdFromCents } from '~/ui/format-money';
import { Notice } from '~/ui/notice';
import type { MenuItems } from '~/ui/overlay/menu';
import { PageFrame } from '~/ui/page/page-frame';
import { Section } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { DataTable } from '~/ui/table/data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { Invitations } from './invitations';
import { KeySpendingSection } from './key-spending';
import { memberColumns } from './member-columns';
import {
  BudgetDialog,
  LeaveDialog,
  RemoveDialog,
  RenameDialog,
  type MemberDialogProps,
} from './member-dialogs';
import type { readTeam, TeamMemberView } from './read-team.server';
import { TEAM_TABLE } from './schema';
import { RANK_LABELS, type TeamIntent } from './team-terms';

type Props = NonNullable<Awaited<ReturnType<typeof readTeam>>>;

/** A team: members, their usage this month, and invitations. */
export function TeamPage(team: Props) {
  const { name, rank, isManager, hasSeat, isOn, seats, used, members, invitations, timeZone } = team;
  const table = useTableState(TEAM_TABLE);
  const columns = useMemo(() => memberColumns(timeZone, isManager), [timeZone, isManager]);
  const [asked, setAsked] = useState<{ Dialog: ComponentType<MemberDialogProps>; member: TeamMemberView }>();
  const [isLeaving, setIsLeaving] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const close = () => {
    setAsked(undefined);
    setIsLeaving(false);
    setIsRenaming(false);
  };
  const changeRank = useFetcherForm<TeamIntent>({ toastErrors: true });
  const isOwner = rank === 'owner';

  const actionsFor = (member: TeamMemberView): MenuItems => {
    const { userId, rank: theirs } = member;
    if (!isManager || theirs === 'owner' || (theirs === 'admin' && !isOwner)) return [];
    const next = theirs === 'admin' ? 'member' : 'admin';
    return [
      {
        key: 'budget',
        label: 'Set monthly budget…',
        icon: <Wallet />,
        onAction: () => setAsked({ Dialog: BudgetDialog, member }),
      },
      ...(isOwner
        ? [
            {
              key: 'rank',
              label: next === 'admin' ? 'Make admin' : 'Make member',
              icon: next === 'admin' ? <ShieldCheck /> : <ShieldMinus />,
              onAction: () => changeRank.submit('rank', { userId, rank: next }),
            },
          ]
        : []),
      {
        key: 'remove',
        label: 'Remove from team…',
        icon: <UserMinus />,
        isDanger: true,
        onAction: () => setAsked({ Dialog: RemoveDialog, member }),
      },
    ];
  };
  return (
    <PageFrame
      title={name}
      lead="Your team shares prompts with each other and with no one else. Everyone pays for requests from their own balance."
      actions={
        <>
          {isOwner ? (
            <>
              <Button variant="ghost" onClick={() => setIsRenaming(true)}>
                Rename
              </Button>
              <ButtonLink to="/subscriptions">Manage plan</ButtonLink>
            </>
          ) : (
            <Button variant="ghost" onClick={() => setIsLeaving(true)}>
              Leave team
            </Button>
          )}
          <ButtonLink to="/saved-prompts?tab=team" variant={isManager ? 'secondary' : 'primary'}>
            Team prompts
          </ButtonLink>
        </>
      }
    >
      <Standing isOn={isOn} hasSeat={hasSeat} isOwner={isOwner} />
      <StatGrid label="Team">
        <StatTile label="Plan" value={team.plan === 'enterprise' ? 'Enterprise' : 'Team'} />
        <StatTile label="Your role" value={RANK_LABELS[rank]} />
        <StatTile label="Seats" value={`${String(used)} of ${String(seats)}`} />
        <OwnBudget team={team} />
      </StatGrid>
      <Section title="People" lead="Usage counts from the first of the month (UTC)." className="mt-8">
        <DataTable
          caption="People"
          noun="people"
          table={table}
          columns={columns}
          rows={members}
          rowKey={({ userId }) => userId}
          rowName={(member) => member.name}
          total={used}
          {...(isManager ? { rowActions: actionsFor } : {})}
          empty={<EmptyState title="No one here">Go back to the first page.</EmptyState>}
        />
      </Section>
      <KeySpendingSection keys={team.keys} members={members} timeZone={timeZone} />
      {isManager ? (
        <Invitations
          invitations={invitations}
          seatsLeft={Math.max(0, seats - used - invitations.filter(({ isExpired }) => !isExpired).length)}
          isOwner={isOwner}
          timeZone={timeZone}
          sendsMail={team.sendsMail}
        />
      ) : null}
      {asked ? <asked.Dialog member={asked.member} onClose={close} /> : null}
      {isLeaving ? <LeaveDialog teamName={name} onClose={close} /> : null}
      {isRenaming ? <RenameDialog teamName={name} onClose={close} /> : null}
    </PageFrame>
  );
}

function Standing({ isOn, hasSeat, isOwner }: Record<'isOn' | 'hasSeat' | 'isOwner', boolean>) {
  if (!isOn) {
    return (
      <Notice tone="warn" title="This team’s plan is inactive" className="mb-6">
        {isOwner
          ? 'Members and shared prompts return when your plan is active. Select Manage plan to fix it.'
          : 'Ask its owner to restore the plan. Until then nothing is shared, and you can leave the team.'}
      </Notice>
    );
  }
  return hasSeat ? null : (
    <Notice tone="warn" title="You don’t have a seat right now" className="mb-6">
      The plan has fewer seats than the team has people. Ask the owner to add one.
    </Notice>
  );
}

/** Shows a member what is left of their budget, or that it isn't in force. */
function OwnBudget({ team: { members, ownId, rank, hasSeat } }: { team: Props }) {
  const usage = members.find(({ userId }) => userId === ownId)?.usage;
  if (rank === 'owner' || usage?.budgetCents == null) return null;
  return (
    <StatTile
      label="Your monthly budget"
      value={formatBalance(microUsdFromCents(usage.budgetCents))}
      note={
        hasSeat
          ? `${formatSpent(microUsdFromCents(usage.spentCents))} spent`
          : 'Doesn’t apply while you have no seat'
      }
    />
  );
}
