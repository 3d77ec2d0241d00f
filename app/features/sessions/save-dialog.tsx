import { useState } from 'react';
import { newKey } from '~/core/browser/new-key';
import { Checkbox } from '~/ui/form/checkbox';
import { TextField } from '~/ui/form/text-field';
import { formatCountOf } from '~/ui/format-count';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { cleanName } from './clean-name';
import type { ListedSession } from './index.server';
import { FailureNotice } from './failure-notice';
import { sessions, type SessionFailure } from './session-api';
import { sessionInput, suggestTitle, type SessionContent } from './session-content';
import { useSessionName } from './use-session-name';

export type SaveDialogProps = {
  /** The session the page was loaded from. */
  title: string | undefined;
  readContent: (options: { includesUnstored: boolean }) => SessionContent;
  /** The id that the history has the session under, once all of it is there. */
  findKept: () => Promise<string | undefined>;
  /** Messages marked “Don’t store” with a reply. */
  unstoredCount: number;
  onClose: () => void;
  onSaved: (session: ListedSession) => void;
};

/** Asks for a name to save the page under, and lists what is saved. */
export function SaveDialog({
  title,
  readContent,
  findKept,
  unstoredCount,
  onClose,
  onSaved,
}: SaveDialogProps) {
  // One key per dialog, so that a retry after a lost response saves once.
  const [key] = useState(newKey);
  const [includesUnstored, setIncludesUnstored] = useState(false);
  const content = readContent({ includesUnstored });
  const { cleaned, check, field } = useSessionName(() => cleanName(title ?? suggestTitle(content)));
  const [failure, setFailure] = useState<SessionFailure>();
  const [isSaving, setIsSaving] = useState(false);

  async function submit() {
    if (!check()) return;
    setIsSaving(true);
    setFailure(undefined);
    const sessionId = await findKept();
    await sessions
      // With other messages, it is another session.
      .save(sessionInput(cleaned, { ...content, sessionId }), `${key}${includesUnstored ? '-all' : ''}`)
      .then(onSaved, setFailure);
    setIsSaving(false);
  }
  return (
    <FormDialog
      title="Save Session"
      description="The page is cleared once the session is saved. You can undo that, or recall the session at any time."
      submitLabel="Save session"
      isBusy={isSaving}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FailureNotice failure={failure} />
      <TextField {...field} onFocus={(event) => event.currentTarget.select()} />
      <p className="text-s text-pretty text-ink-2">{describeContent(content)}</p>
      {unstoredCount > 0 ? (
        <Checkbox
          label={`Include ${formatCountOf(unstoredCount, 'reply', 'replies')} marked “Don’t store”`}
          hint="If you leave them out, they’re deleted when the page is cleared. If you include them, they’re stored with the session until you delete it."
          checked={includesUnstored}
          onChange={(event) => setIncludesUnstored(event.currentTarget.checked)}
        />
      ) : null}
    </FormDialog>
  );
}

function describeContent({ entries, prompt, totals }: SessionContent): string {
  const messages = entries.filter(({ role }) => role === 'user').length;
  const parts = [
    ...(messages === 0 ? [] : [`${formatCountOf(messages, 'message')} with replies, sources and costs`]),
    ...(prompt.trim() === '' ? [] : ['the prompt you haven’t sent']),
  ];
  if (parts.length === 0) return 'There’s nothing to save yet.';
  const cost = totals.requests > 0 ? ` The session has cost $${totals.costUsd.toFixed(6)} so far.` : '';
  return `Saved with your account: ${parts.join(', and ')}.${cost}`;
}
