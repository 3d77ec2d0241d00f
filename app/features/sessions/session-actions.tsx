import { ChevronDown } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { download } from '~/core/browser/download';
import { EXPORT_FORMAT_LABELS, EXPORT_FORMATS, type ExportFormat } from '~/core/shared/export-formats';
import { Button } from '~/ui/button';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { lazyPanel } from '~/ui/lazy-component';
import { Menu } from '~/ui/overlay/menu';
import { showToast } from '~/ui/overlay/toast';
import type { ListedSession, SavedSession } from './index.server';
import type { RecallDialogProps } from './recall-dialog';
import type { SaveDialogProps } from './save-dialog';
import { SessionFailure, sessions } from './session-api';
import { sessionInput, suggestTitle, type SessionContent } from './session-content';
import type { ThreadEntry } from './thread';

const SaveDialog = lazyPanel<SaveDialogProps>(async () => (await import('./save-dialog')).SaveDialog);
const RecallDialog = lazyPanel<RecallDialogProps>(async () => (await import('./recall-dialog')).RecallDialog);

export type SessionActionsProps = {
  plan: 'free' | 'pro';
  preferredFormat: ExportFormat;
  timezone: string;
  nameOfModel: RecallDialogProps['nameOfModel'];
  /** There is content to save or export. */
  hasContent: boolean;
  /** A request is in progress, so the page can't be cleared or replaced. */
  isSending: boolean;
  readContent: (options: { includesUnstored: boolean }) => SessionContent;
  /** Messages marked “Don’t store” with a reply. */
  unstoredCount: number;
  /** Clears the page, with undo. */
  onSaved: (session: ListedSession) => void;
  /** Replaces the page's content with a saved session. */
  onLoad: (session: SavedSession, entries: readonly ThreadEntry[]) => void;
  /** Fallback focus target: without content, the Save button is disabled. */
  focusAfter: RefObject<HTMLElement>;
};

/** Save, Recall and Export for the page's content. */
export function SessionActions(props: SessionActionsProps) {
  const { plan, preferredFormat, timezone, hasContent, isSending, readContent } = props;
  const [open, setOpen] = useState<'save' | 'recall' | null>(null);
  useFocusAfter(open !== null, props.focusAfter);
  const [loadedTitle, setLoadedTitle] = useState<string>();

  // Resetting the page detaches it from the loaded session.
  useEffect(() => {
    if (!hasContent) setLoadedTitle(undefined);
  }, [hasContent]);

  async function exportAs(format: ExportFormat) {
    const content = readContent({ includesUnstored: true });
    const title = loadedTitle ?? suggestTitle(content);
    try {
      await download(await sessions.exportThread(sessionInput(title, content), format));
    } catch (error) {
      if (!(error instanceof SessionFailure)) throw error;
      showToast('error', error.detail === undefined ? error.message : `${error.message}. ${error.detail}`);
    }
  }
  return (
    <>
      <Button
        variant="ghost"
        aria-label="Save session"
        title="Save session"
        disabled={!hasContent || isSending}
        onClick={() => setOpen('save')}
      >
        Save
      </Button>
      <Button variant="ghost" disabled={isSending} onClick={() => setOpen('recall')}>
        Recall
      </Button>
      <Menu
        label="Export"
        disabled={!hasContent}
        items={EXPORT_FORMATS.map((format) => ({
          key: format,
          label: EXPORT_FORMAT_LABELS[format] + (plan === 'free' && format !== 'txt' ? ' · Pro' : ''),
          isDisabled: plan === 'free' && format !== 'txt',
          isChosen: format === (plan === 'free' ? 'txt' : preferredFormat),
          onAction: () => void exportAs(format),
        }))}
      >
        Export
        <ChevronDown aria-hidden="true" className="size-4" />
      </Menu>
      {open === 'save' ? (
        <SaveDialog
          title={loadedTitle}
          readContent={readContent}
          unstoredCount={props.unstoredCount}
          onClose={() => setOpen(null)}
          onSaved={(session) => {
            setOpen(null);
            setLoadedTitle(undefined);
            props.onSaved(session);
          }}
        />
      ) : null}
      {open === 'recall' ? (
        <RecallDialog
          timezone={timezone}
          nameOfModel={props.nameOfModel}
          onClose={() => setOpen(null)}
          onLoad={(session, entries) => {
            setOpen(null);
            setLoadedTitle(session.Title);
            props.onLoad(session, entries);
          }}
        />
      ) : null}
    </>
  );
}
