import { ChevronDown } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { download } from '~/core/browser/download';
import { EXPORT_FORMAT_LABELS, EXPORT_FORMATS, type ExportFormat } from '~/core/shared/export-formats';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { lazyPanel } from '~/ui/lazy-component';
import { Menu } from '~/ui/overlay/menu';
import { showToast } from '~/ui/overlay/toast';
import type { ListedSession, SavedSession } from './index.server';
import type { RecallDialogProps } from './recall-dialog';
import type { SaveDialogProps } from './save-dialog';
import { SessionFailure, sessions } from './session-api';
import { sessionInput, suggestTitle, type SessionContent } from './session-content';
import type { ShareDialogProps } from './sharing/share-dialog';
import type { ThreadEntry } from './thread';

const SaveDialog = lazyPanel<SaveDialogProps>(async () => (await import('./save-dialog')).SaveDialog);
const ShareDialog = lazyPanel<ShareDialogProps>(
  async () => (await import('./sharing/share-dialog')).ShareDialog,
);
const RecallDialog = lazyPanel<RecallDialogProps>(async () => (await import('./recall-dialog')).RecallDialog);

/** Only where the row has room for it beside the model. */
const ROOMY = '@max-4xl:hidden';

type Action = { label: string; isDisabled?: boolean; onAction: () => void };

const asItem = (action: Action) => ({ key: action.label, ...action });

const asButton = ({ label, isDisabled = false, onAction }: Action, className: string) => (
  <Button key={label} variant="ghost" className={className} disabled={isDisabled} onClick={onAction}>
    {label}
  </Button>
);

export type SessionActionsProps = {
  plan: 'free' | 'pro';
  preferredFormat: ExportFormat;
  timezone: string;
  /** One more action beside them. */
  other: { label: string; onAction: () => void };
  nameOfModel: RecallDialogProps['nameOfModel'];
  /** There is content to save or export. */
  hasContent: boolean;
  /** A request is in progress, so the page can't be cleared or replaced. */
  isSending: boolean;
  readContent: (options: { includesUnstored: boolean }) => SessionContent;
  findKept: SaveDialogProps['findKept'];
  /** The shown versions of messages; null: sessions aren't shared on this server. */
  sharedVersions: ShareDialogProps['versions'] | null;
  /** The session's name, if it has one. */
  title: string | undefined;
  /** Messages marked “Don’t store” with a reply. */
  unstoredCount: number;
  /** Clears the page, with undo. */
  onSaved: (session: ListedSession) => void;
  /** Replaces the page's content with a saved session. */
  onLoad: (session: SavedSession, entries: readonly ThreadEntry[]) => void;
  /** Fallback focus target: without content, the Save button is disabled. */
  focusAfter: RefObject<HTMLElement>;
};

/**
 * Save, Share, Recall and Export for the page's content. In one row with the model: buttons where there is room, and
 * the rest in a menu; on a phone, all in a menu.
 */
export function SessionActions(props: SessionActionsProps) {
  const { plan, preferredFormat, timezone, other, hasContent, isSending, readContent } = props;
  const [open, setOpen] = useState<'save' | 'recall' | 'share' | null>(null);
  useFocusAfter(open !== null, props.focusAfter);

  async function exportAs(format: ExportFormat) {
    const content = readContent({ includesUnstored: true });
    const title = props.title ?? suggestTitle(content);
    try {
      await download(await sessions.exportThread(sessionInput(title, content), format));
    } catch (error) {
      if (!(error instanceof SessionFailure)) throw error;
      showToast('error', error.detail === undefined ? error.message : `${error.message}. ${error.detail}`);
    }
  }
  const formats = EXPORT_FORMATS.map((format) => ({
    key: format,
    label: EXPORT_FORMAT_LABELS[format] + (plan === 'free' && format !== 'txt' ? ' · Pro' : ''),
    isDisabled: !hasContent || (plan === 'free' && format !== 'txt'),
    isChosen: format === (plan === 'free' ? 'txt' : preferredFormat),
    onAction: () => void exportAs(format),
  }));
  const save = {
    label: 'Save session',
    isDisabled: !hasContent || isSending,
    onAction: () => setOpen('save'),
  };
  const { sharedVersions } = props;
  const share =
    sharedVersions === null
      ? []
      : [{ label: 'Share', isDisabled: !hasContent || isSending, onAction: () => setOpen('share') }];
  const recall = { label: 'Recall', isDisabled: isSending, onAction: () => setOpen('recall') };
  return (
    <>
      <div className="ml-auto flex shrink-0 items-center gap-1">
        {asButton(save, 'max-lg:hidden')}
        {share.map((action) => asButton(action, ROOMY))}
        <Menu label="Export" className={ROOMY} disabled={!hasContent} items={formats}>
          Export
          <ChevronDown aria-hidden="true" className="size-4" />
        </Menu>
        <Menu label="Session" className={cx('px-2', ROOMY)} items={[recall, other].map(asItem)} />
        <Menu
          label="Session"
          className="px-2 @4xl:hidden"
          items={[...[save, ...share, recall, other].map(asItem), { title: 'Export', items: formats }]}
        />
      </div>
      {open === 'save' ? (
        <SaveDialog
          title={props.title}
          readContent={readContent}
          findKept={props.findKept}
          unstoredCount={props.unstoredCount}
          onClose={() => setOpen(null)}
          onSaved={(session) => {
            setOpen(null);
            props.onSaved(session);
          }}
        />
      ) : null}
      {open === 'share' && sharedVersions !== null ? (
        <ShareDialog
          findSession={props.findKept}
          versions={sharedVersions}
          timezone={timezone}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'recall' ? (
        <RecallDialog
          timezone={timezone}
          nameOfModel={props.nameOfModel}
          onClose={() => setOpen(null)}
          onLoad={(session, entries) => {
            setOpen(null);
            props.onLoad(session, entries);
          }}
        />
      ) : null}
    </>
  );
}
