import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import type { ListedModel, ListedProvider } from './read-models-page.server';
import { useModelsForm, type Done } from './use-models-form';

type Props = { provider: ListedProvider; onClose: () => void; onDone: (done: Done) => void };

export function RemoveKeyDialog({ provider, onClose, onDone }: Props) {
  const { isBusy, error, submit } = useModelsForm(onDone);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Remove the key of ${provider.name}?`}
      confirmLabel="Remove key"
      onConfirm={() => submit('remove-key', { id: provider.id })}
      isBusy={isBusy}
      error={error}
    >
      <p>
        The stored key{provider.keyEnding ? ` that ends in ${provider.keyEnding}` : ''} is deleted. Requests
        under way finish; new ones to {provider.name} are refused until you enter a key again.
      </p>
    </ConfirmDialog>
  );
}

export function DeleteModelDialog({ provider, model, onClose, onDone }: Props & { model: ListedModel }) {
  const { isBusy, error, submit } = useModelsForm(onDone);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Delete ${model.displayName}?`}
      confirmLabel="Delete model"
      onConfirm={() => submit('delete-model', { id: provider.id, modelId: model.id })}
      isBusy={isBusy}
      error={error}
    >
      <p>
        People can no longer choose it, and what you entered about it is lost. Its price history and past
        charges stay. To keep it for later, hide it instead.
      </p>
    </ConfirmDialog>
  );
}
