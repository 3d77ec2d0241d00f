import { useNavigate } from '@remix-run/react';
import { pasteIntoPlayground } from '~/core/browser/pasted-prompt';
import { VariablesForm } from '~/features/prompts';
import type { SavedPrompt } from '~/features/prompts/index.server';
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
  onDone: (next?: { publish: SavedPrompt }) => void;
};

/** The dialog that a card asked for. */
export function OpenDialog({ open: { kind, prompt }, folders, timeZone, onClose, onDone }: Props) {
  const navigate = useNavigate();
  const done = () => onDone();
  switch (kind) {
    case 'edit':
      return <EditDialog prompt={prompt} folders={folders} onClose={onClose} onDone={done} />;
    case 'delete':
      return <DeleteDialog prompt={prompt} onClose={onClose} onDone={done} />;
    case 'publish':
      return (
        <PublicDialog title={prompt.title} onClose={onClose} onConfirm={() => onDone({ publish: prompt })} />
      );
    case 'report':
      return <ReportDialog prompt={prompt} onClose={onClose} />;
    case 'appeal':
      return <AppealDialog prompt={prompt} onClose={onClose} onDone={done} />;
    case 'versions':
      return <VersionsDialog prompt={prompt} timeZone={timeZone} onClose={onClose} onDone={done} />;
    case 'use':
      return (
        <VariablesForm
          title={prompt.title}
          content={prompt.content}
          submitLabel="Open in Prompt Generator"
          other={{
            label: 'Send to AI Page',
            onFill: (text) => {
              pasteIntoPlayground(text, prompt.id);
              navigate('/ai');
            },
          }}
          onFill={(text) => navigate('/prompt-generator', { state: handOver(prompt, text) })}
          onClose={onClose}
        />
      );
  }
}
