import { StateTag } from '~/ui/badge';

/** Whether the row is shown to users, and whether new reference content may update it. */
export function ContentState({ isShown, isEdited }: { isShown: boolean; isEdited: boolean }) {
  return (
    <span className="flex flex-wrap justify-end gap-1.5 md:justify-start">
      <StateTag state={isShown ? 'good' : 'off'}>{isShown ? 'Shown' : 'Hidden'}</StateTag>
      {isEdited ? <StateTag state="edited">Edited</StateTag> : null}
    </span>
  );
}
