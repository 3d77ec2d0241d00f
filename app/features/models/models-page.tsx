import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AdminFrame, EndingModelsNotice } from '~/features/admin';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { AddProviderDialog } from './add-provider-dialog';
import { DeleteModelDialog, DeleteProviderDialog, RemoveKeyDialog } from './confirm-dialogs';
import type { DialogState } from './dialog-state';
import { ModelDialog } from './model-dialog';
import { ChangeProviderDialog } from './provider-dialog';
import { ProviderSection } from './provider-section';
import type { readModelsPage } from './read-models-page.server';
import type { Connection, ModelsDone } from './schema';

type Props = Awaited<ReturnType<typeof readModelsPage>>;

/** Admin page of providers, their keys and models. */
export function ModelsPage({ providers, timeZone, ending, endingDays }: Props) {
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const [connections, setConnections] = useState<Readonly<Record<string, Connection | null>>>({});
  const close = useCallback(() => setDialog(null), []);
  const note = useCallback(({ providerId, connection }: ModelsDone) => {
    if (connection) setConnections((before) => ({ ...before, [providerId]: connection }));
  }, []);
  const onDone = useCallback(
    (done: ModelsDone) => {
      note(done);
      close();
    },
    [note, close],
  );
  // A new provider appears at the end of a long page.
  const ids = useRef(new Set(providers.map(({ id }) => id)));
  useEffect(() => {
    const added = providers.find(({ id }) => !ids.current.has(id));
    ids.current = new Set(providers.map(({ id }) => id));
    if (added) document.getElementById(added.key)?.scrollIntoView({ block: 'center' });
  }, [providers]);
  return (
    <AdminFrame
      title="Model Management"
      lead="Providers, their keys, and the models people can choose."
      actions={
        <Button variant="primary" onClick={() => setDialog({ kind: 'add-provider' })}>
          <Plus aria-hidden="true" className="size-4" />
          Add a provider
        </Button>
      }
    >
      <EndingModelsNotice ending={ending} days={endingDays} />
      {providers.length === 0 ? (
        <EmptyState title="No providers yet">Add a server, such as Ollama or vLLM.</EmptyState>
      ) : (
        providers.map((provider) => (
          <ProviderSection
            key={provider.id}
            provider={provider}
            timeZone={timeZone}
            connection={connections[provider.id] ?? null}
            onConnection={note}
            onDismissConnection={() => setConnections((before) => ({ ...before, [provider.id]: null }))}
            onAsk={setDialog}
          />
        ))
      )}
      {dialog ? <CurrentDialog dialog={dialog} onClose={close} onDone={onDone} /> : null}
    </AdminFrame>
  );
}

type DialogProps = { dialog: DialogState; onClose: () => void; onDone: (done: ModelsDone) => void };

function CurrentDialog({ dialog, ...rest }: DialogProps) {
  switch (dialog.kind) {
    case 'add-provider':
      return <AddProviderDialog {...rest} />;
    case 'change-provider':
      return <ChangeProviderDialog provider={dialog.provider} {...rest} />;
    case 'remove-key':
      return <RemoveKeyDialog provider={dialog.provider} {...rest} />;
    case 'delete-provider':
      return <DeleteProviderDialog provider={dialog.provider} {...rest} />;
    case 'model':
      return <ModelDialog provider={dialog.provider} draft={dialog.draft} {...rest} />;
    case 'delete-model':
      return <DeleteModelDialog provider={dialog.provider} model={dialog.model} {...rest} />;
  }
}
