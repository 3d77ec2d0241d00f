import { Button } from '~/ui/button';
import { formatCountOf } from '~/ui/format-count';
import { formatList, formatNames } from '~/ui/format-names';
import { Notice } from '~/ui/notice';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { Dialog } from '~/ui/overlay/dialog';
import type { ListedModel, ListedProvider } from './read-models-page.server';
import type { ModelsDone } from './schema';

type Props = { provider: ListedProvider; onClose: () => void; onDone: (done: ModelsDone) => void };

export function RemoveKeyDialog({ provider, onClose, onDone }: Props) {
  const { isBusy, error, submit } = useFetcherForm<string, ModelsDone>({ onDone });
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
        in progress finish; new ones to {provider.name} are refused until you enter a key again.
      </p>
    </ConfirmDialog>
  );
}

/** Names what is lost, or why a provider can't be deleted, and the alternative. */
export function DeleteProviderDialog({ provider, onClose, onDone }: Props) {
  const { isBusy, error, submit } = useFetcherForm<string, ModelsDone>({ onDone });
  const { id, name, models, keyEnding, baseUrl, defaultModel, staysBecause } = provider;
  if (staysBecause !== null) {
    const switchOff = () =>
      submit('change-provider', {
        id,
        name,
        baseUrl,
        defaultModel,
        ...(provider.allowPrivateAddress ? { allowPrivateAddress: 'on' } : {}),
      });
    return (
      <Dialog
        isOpen
        size="s"
        isLocked={isBusy}
        onOpenChange={onClose}
        title={`${name} can’t be deleted`}
        footer={
          <>
            <Button onClick={onClose} disabled={isBusy}>
              {provider.isActive ? 'Cancel' : 'Close'}
            </Button>
            {provider.isActive ? (
              <Button variant="primary" isBusy={isBusy} onClick={switchOff}>
                Turn off
              </Button>
            ) : null}
          </>
        }
      >
        {error === undefined ? null : <Notice tone="bad">{error}</Notice>}
        <p>
          It stays because {staysBecause}.{' '}
          {provider.isActive
            ? 'Turn it off instead: people can no longer choose its models, and you can turn it back on.'
            : 'It’s off, so no one can choose its models.'}
        </p>
      </Dialog>
    );
  }
  const lost = [
    `its address (${baseUrl})`,
    ...(keyEnding === null ? [] : [`the stored key${keyEnding ? ` that ends in ${keyEnding}` : ''}`]),
    ...(models.length === 0 ? [] : [`${formatCountOf(models.length, 'model')} (${namesOf(models)})`]),
  ];
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      confirmLabel="Delete provider"
      onConfirm={() => submit('delete-provider', { id })}
      isBusy={isBusy}
      error={error}
    >
      <p className="wrap-anywhere">This deletes {formatList(lost)}. It can’t be undone.</p>
    </ConfirmDialog>
  );
}

const MAX_NAMES = 5;
const namesOf = (models: readonly ListedModel[]): string =>
  formatNames(
    models.map(({ displayName }) => displayName),
    MAX_NAMES,
  );

export function DeleteModelDialog({ provider, model, onClose, onDone }: Props & { model: ListedModel }) {
  const { isBusy, error, submit } = useFetcherForm<string, ModelsDone>({ onDone });
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
