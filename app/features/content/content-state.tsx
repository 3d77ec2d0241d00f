import { StateBadge } from '~/ui/badge';

/** Whether the row is shown to users, and whether new reference content may update it. */
export function ContentState({ isShown, isEdited }: { isShown: boolean; isEdited: boolean }) {
  return (
    <span className="flex flex-wrap justify-end gap-1.5 md:justify-start">
      <StateBadge state={isShown ? 'good' : 'off'}>{isShown ? 'Shown' : 'Hidden'}</StateBadge>
      {isEdited ? <StateBadge state="edited">Edited</StateBadge> : null}
    </span>
  );
}
