import { useNavigate } from '@remix-run/react';
import { pasteIntoPlayground } from '~/core/browser/pasted-prompt';
import { VariablesForm } from '~/features/prompts';
import type { PromptWithoutText } from '~/features/prompts/index.server';
import { AppealDialog } from './appeal-dialog';
import { handOver } from './card-text';
import { DeleteDialog } from './delete-dialog';
import { EditDialog } from './edit-dialog';
import { PublicDialog } from './public-dialog';
import { ReportDialog } from './report-dialog';
import type { Open } from './use-card-actions';
import { VersionsDialog } from './versions-dialog';

type Props = {
  open: Open;
  folders: readonly string[];
  timeZone: string;
  onClose: () => void;
  onDone: (next?: { publish: PromptWithoutText }) => void;
};

/** The open dialog. */
export function OpenDialog({ open, folders, timeZone, onClose, onDone }: Props) {
  const navigate = useNavigate();
  const done = () => onDone();
  switch (open.kind) {
    case 'edit':
      return <EditDialog prompt={open.prompt} folders={folders} onClose={onClose} onDone={done} />;
    case 'delete':
      return <DeleteDialog prompt={open.prompt} onClose={onClose} onDone={done} />;
    case 'publish':
      return (
        <PublicDialog
          title={open.prompt.title}
          onClose={onClose}
          onConfirm={() => onDone({ publish: open.prompt })}
        />
      );
    case 'report':
      return <ReportDialog prompt={open.prompt} onClose={onClose} />;
    case 'appeal':
      return <AppealDialog prompt={open.prompt} onClose={onClose} onDone={done} />;
    case 'versions':
      return <VersionsDialog prompt={open.prompt} timeZone={timeZone} onClose={onClose} onDone={done} />;
    case 'use':
      return (
        <VariablesForm
          title={open.prompt.title}
          content={open.prompt.content}
          submitLabel="Open in Prompt Generator"
          other={{
            label: 'Send to AI Page',
            onFill: (text) => {
              pasteIntoPlayground(text, open.prompt.id);
              navigate('/ai');
            },
          }}
          onFill={(text) => navigate('/prompt-generator', { state: handOver(open.prompt, text) })}
          onClose={onClose}
        />
      );
  }
}
