import { createHmac } from 'node:crypto';
import { fullName } from '~/core/shared/full-name';
import type { ComposeMail, TeamMail } from '~/features/mails/index.server';
import { nameWithoutLink } from '~/integrations/mail/index.server';
import type { TeamsDeps } from './deps.server';
import { INVITATION_DAYS } from './team-terms';

/** Secret of an invitation link. Derived rather than stored, so each mail attempt has the same. */
export const invitationSecret = ({ mailKey }: Pick<TeamsDeps, 'mailKey'>, invitationId: string): string =>
  createHmac('sha256', mailKey).update(`invitation:${invitationId}`).digest('base64url');

/** Sent in the inviter's name; nothing is sent if the invitation was revoked, replaced or has expired. */
const composeInvitation: ComposeMail<TeamsDeps> = async (services, { userId, about: id }) => {
  const invitation = await services.prisma.teamInvitation.findUnique({
    where: { id },
    include: { team: true },
  });
  const inviter = await services.prisma.user.findUnique({ where: { id: userId } });
  if (!invitation || !inviter || invitation.expiresAt <= BigInt(services.clock())) return undefined;
  const { email, team } = invitation;
  const teamName = nameWithoutLink(team.name) || 'a team';
  const query = new URLSearchParams({ token: invitationSecret(services, id) });
  return {
    to: { name: '', address: email },
    subject: `Join ${teamName} on Promptwell`,
    text: `${[
      'Hello,',
      `${nameWithoutLink(fullName(inviter)) || inviter.email} invited you to join ${teamName} on Promptwell. Open this link to join. It works once, for ${String(INVITATION_DAYS)} days:`,
      `${services.siteUrl()}/teams/join?${query.toString()}`,
      `Log in or create an account with this address: ${email}`,
      'If you don’t know this person, you can ignore this email.',
      'Promptwell',
    ].join('\n\n')}\n`,
  };
};

export const TEAM_MAILS: Readonly<Record<TeamMail, ComposeMail<TeamsDeps>>> = {
  'team-invitation': composeInvitation,
};
