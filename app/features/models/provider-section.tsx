import { Eye, EyeOff, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { StateBadge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { Notice } from '~/ui/notice';
import { Menu, type MenuItems } from '~/ui/overlay/menu';
import { Section } from '~/ui/page/section';
import { DataTable } from '~/ui/table/data-table';
import { useLocalTableState } from '~/ui/table/use-table-state';
import { ConnectionNotice } from './connection-notice';
import { draftOf, newDraft, successorDraft, type ModelDraft } from './model-dialog';
import { modelColumns } from './model-columns';
import { RetiringModelNotice, RetiredModelNotice } from './model-notices';
import type { DialogState } from './dialog-state';
import type { ListedModel, ListedProvider } from './read-models-page.server';
import type { Connection, KeySource, ModelsDone } from './schema';

type Props = {
  provider: ListedProvider;
  timeZone: string;
  /** Result of the last test on this page. */
  connection: Connection | null;
  onConnection: (done: ModelsDone) => void;
  onDismissConnection: () => void;
  onAsk: (dialog: DialogState) => void;
};

const MODELS_TABLE = { pageSizes: [100] };

/** One provider: connection and models. */
export function ProviderSection(props: Props) {
  const { provider, timeZone, connection, onAsk } = props;
  const { id, name, models, protocol } = provider;
  const isDemo = protocol === 'demo';
  const table = useLocalTableState(MODELS_TABLE);
  const test = useFetcherForm<string, ModelsDone>({ onDone: props.onConnection });
  const change = useFetcherForm<string, ModelsDone>({ toastErrors: true });

  const keyAction = protocol === 'openai-compatible' ? 'Edit' : 'Add a key';
  const ask = (draft: ModelDraft) => onAsk({ kind: 'model', provider, draft });
  const setShown = (intent: 'show-model' | 'hide-model', modelId: string) =>
    change.submit(intent, { id, modelId });
  const columns = modelColumns(timeZone, (model) => ask(draftOf(model)));
  return (
    <Section
      id={provider.key}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {name} <ProviderState provider={provider} />
        </span>
      }
      lead={
        <span className="wrap-anywhere">
          {[
            KINDS[protocol] ?? protocol,
            provider.baseUrl,
            isDemo ? '' : KEY_STATES[provider.keySource](provider),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      }
      actions={
        <>
          {isDemo || provider.keySource === 'environment' || provider.isSetUp ? null : (
            <Button
              size="s"
              aria-label={`${keyAction}: ${name}`}
              onClick={() => onAsk({ kind: 'change-provider', provider })}
            >
              {keyAction}
            </Button>
          )}
          {provider.isSetUp && !isDemo ? (
            <Button
              size="s"
              aria-label={`Test connection: ${name}`}
              isBusy={test.isBusy}
              onClick={() => test.submit('test', { id })}
            >
              Test connection
            </Button>
          ) : null}
          {isDemo ? null : (
            <Button size="s" aria-label={`Add a model: ${name}`} onClick={() => ask(newDraft())}>
              Add a model
            </Button>
          )}
          <Menu label={`Actions for ${name}`} size="s" items={providerActions(provider, onAsk)} />
        </>
      }
    >
      <div className="mb-3 flex flex-col gap-2 empty:hidden">
        {provider.keySource === 'unreadable' ? (
          <Notice tone="warn" title="The stored key can’t be read">
            SESSION_SECRET has changed since it was entered. Enter the key again to use {name}.
          </Notice>
        ) : null}
        {test.error === undefined || test.isBusy ? null : (
          <Notice tone="bad" title="The connection doesn’t work">
            {test.error}
          </Notice>
        )}
        {connection && !test.isBusy ? (
          <ConnectionNotice connection={connection} onDismiss={props.onDismissConnection} />
        ) : null}
        <RetirementNotices provider={provider} onAdd={(model) => ask(successorDraft(model))} />
      </div>
      <DataTable
        caption={`Models of ${name}`}
        noun="models"
        table={table}
        columns={columns}
        rows={models}
        rowKey={(model) => model.id}
        rowName={(model) => model.displayName}
        rowActions={(model) => modelActions(model, { provider, onAsk, setShown })}
        empty={
          <EmptyState
            title="No models yet"
            action={
              <Button size="s" aria-label={`Add a model: ${name}`} onClick={() => ask(newDraft())}>
                Add a model
              </Button>
            }
          >
            Add the models of this server that people can choose.
          </EmptyState>
        }
      />
    </Section>
  );
}

type ModelWork = {
  provider: ListedProvider;
  onAsk: Props['onAsk'];
  setShown: (intent: 'show-model' | 'hide-model', modelId: string) => void;
};

function modelActions(model: ListedModel, { provider, onAsk, setShown }: ModelWork): MenuItems {
  const ask = (draft: ModelDraft) => onAsk({ kind: 'model', provider, draft });
  const { id, successor } = model;
  return [
    { key: 'edit', label: 'Edit…', icon: <Pencil />, onAction: () => ask(draftOf(model)) },
    ...(successor && !successor.isListed
      ? [
          {
            key: 'successor',
            label: `Add ${successor.model}…`,
            icon: <Plus />,
            onAction: () => ask(successorDraft(model)),
          },
        ]
      : []),
    isOffered(model)
      ? { key: 'hide', label: 'Hide', icon: <EyeOff />, onAction: () => setShown('hide-model', id) }
      : {
          key: 'show',
          label: model.goneAt === null ? 'Show' : 'Offer again',
          icon: <Eye />,
          onAction: () => setShown('show-model', id),
        },
    {
      key: 'delete',
      label: 'Delete…',
      icon: <Trash2 />,
      isDanger: true,
      onAction: () => onAsk({ kind: 'delete-model', provider, model }),
    },
  ];
}

const providerActions = (provider: ListedProvider, onAsk: Props['onAsk']): MenuItems => [
  {
    key: 'edit',
    label: 'Edit provider…',
    icon: <Pencil />,
    onAction: () => onAsk({ kind: 'change-provider', provider }),
  },
  ...(provider.keyEnding === null
    ? []
    : [
        {
          key: 'remove-key',
          label: 'Remove key…',
          icon: <KeyRound />,
          isDanger: true,
          onAction: () => onAsk({ kind: 'remove-key', provider }),
        },
      ]),
  {
    key: 'delete',
    label: 'Delete provider…',
    icon: <Trash2 />,
    isDanger: true,
    onAction: () => onAsk({ kind: 'delete-provider', provider }),
  },
];

/** Offered models that are retired or will be. */
function RetirementNotices({
  provider,
  onAdd,
}: {
  provider: ListedProvider;
  onAdd: (model: ListedModel) => void;
}) {
  return provider.models
    .filter(({ goneAt, endsSoon, isAllowed }) => isAllowed && (goneAt !== null || endsSoon))
    .map((model) => {
      const EndNotice = model.goneAt === null ? RetiringModelNotice : RetiredModelNotice;
      return <EndNotice key={model.id} provider={provider} model={model} onAdd={() => onAdd(model)} />;
    });
}

const isOffered = ({ isAllowed, goneAt }: ListedModel): boolean => isAllowed && goneAt === null;

function ProviderState({ provider: { isActive, isSetUp, protocol } }: { provider: ListedProvider }) {
  if (!isActive) return <StateBadge state="off">Off</StateBadge>;
  if (isSetUp) return <StateBadge state="good">Ready</StateBadge>;
  return protocol === 'demo' ? (
    <StateBadge state="off">Not in use</StateBadge>
  ) : (
    <StateBadge state="waiting">No key</StateBadge>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  openai: 'OpenAI API',
  anthropic: 'Anthropic API',
  gemini: 'Gemini API',
  perplexity: 'Perplexity API',
  'openai-compatible': 'OpenAI-compatible server',
  'openai-responses': 'Server with OpenAI’s Responses API',
  'anthropic-messages': 'Server with Anthropic’s Messages API',
  azure: 'Azure OpenAI',
  bedrock: 'Amazon Bedrock',
  vertex: 'Google Vertex AI',
  demo: 'Sample replies without a real model',
};

const KEY_STATES: Readonly<Record<KeySource, (provider: ListedProvider) => string>> = {
  environment: ({ environment }) => `From the environment: ${environment.join(', ')}`,
  stored: ({ keyEnding }) => (keyEnding ? `Key ending in ${keyEnding}` : 'Key stored'),
  unreadable: () => 'Key unreadable',
  // If a key is required, the state says that it is missing.
  none: ({ isSetUp }) => (isSetUp ? 'No key' : ''),
};
