import { Button } from '~/ui/button';
import { formatDate } from '~/ui/format-date';
import { Notice } from '~/ui/notice';
import type { ListedModel, ListedProvider } from './read-models-page.server';

type Props = { provider: ListedProvider; model: ListedModel; onAdd: () => void };

/** Notice of a model that its vendor has retired, with the remedy. */
export function RetiredModelNotice({ provider, model, onAdd }: Props) {
  const { displayName, successor, isFree } = model;
  return (
    <Notice
      tone="warn"
      title={`${provider.name} no longer offers ${displayName}`}
      actions={<AddSuccessor model={model} onAdd={onAdd} />}
    >
      {successor === null
        ? 'No successor is known. Edit the model to name one, or delete it.'
        : successor.isListed
          ? `People who had chosen it continue with ${successor.displayName}${isFree ? ', which is on the free plan in its place' : ''}.`
          : `Its successor is ${successor.model}. Once you add it, people who had chosen ${displayName} go on with it.`}
    </Notice>
  );
}

/** Notice of a model that will be retired: what happens automatically, and what to do before. */
export function RetiringModelNotice({ provider, model, onAdd }: Props) {
  const { displayName, successor, isFree, shutdownOn } = model;
  if (shutdownOn === null) return null;
  const otherwise = isFree
    ? ` Otherwise, the free plan continues with the other models of ${provider.name}.`
    : '';
  return (
    <Notice
      tone="warn"
      title={`${provider.name} will shut down ${displayName} on ${formatDate(new Date(shutdownOn), 'UTC')}`}
      actions={<AddSuccessor model={model} onAdd={onAdd} />}
    >
      {successor === null
        ? `No successor is known. Edit the model to name one, so that people who use it can switch.${otherwise}`
        : successor.isListed
          ? `Starting that day, people who use it switch to ${successor.displayName}${isFree ? ', which takes its place on the free plan' : ''}. You don’t have to do anything.`
          : `Its successor is ${successor.model}. Add it before then, so that people who use ${displayName} can switch to it.${otherwise}`}
    </Notice>
  );
}

function AddSuccessor({ model: { successor }, onAdd }: Omit<Props, 'provider'>) {
  if (!successor || successor.isListed) return null;
  return (
    <Button size="s" onClick={onAdd}>
      Add {successor.model}
    </Button>
  );
}
