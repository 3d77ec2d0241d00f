import { StateBadge } from '~/ui/badge';
import type { ModerationState } from '~/features/prompts';

export const STATE_LABELS: Readonly<Record<ModerationState, string>> = {
  clear: 'Clear',
  review: 'In review',
  reported: 'Reported',
  flagged: 'Flagged',
  appealed: 'Appealed',
  rejected: 'Not approved',
};

/** Moderation state of a prompt as a colored tag. */
export const StandingTag = ({ state }: { state: ModerationState }) => (
  <StateBadge state={state === 'clear' ? 'good' : state === 'rejected' ? 'failed' : 'waiting'}>
    {STATE_LABELS[state]}
  </StateBadge>
);
