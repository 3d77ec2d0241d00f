import type { OmittedFile } from '~/features/attachments';
import { VariablesForm } from '~/features/prompts';
import { lazyPanel } from '~/ui/lazy-component';
import type { Choice } from './model-choice';
import type { PlaygroundData } from './playground-data';
import type { Outgoing } from './reply';
import { isFreePlan } from './settings';
import type { MultiSend, Panel, SendSettings } from './state';
import type { Turn } from './turns';

const LedgerSheet = lazyPanel(async () => (await import('./ledger-sheet')).LedgerSheet);
const ChatDialog = lazyPanel(async () => (await import('./chat-dialog')).ChatDialog);
const LimitsDialog = lazyPanel(async () => (await import('./limits-dialog')).LimitsDialog);
const OptimizeDialog = lazyPanel(async () => (await import('./optimize-dialog')).OptimizeDialog);
const MultiSendDialog = lazyPanel(async () => (await import('./multi-send-dialog')).MultiSendDialog);

type Props = {
  panel: Panel;
  data: PlaygroundData;
  settings: SendSettings;
  choice: Choice;
  prompt: string;
  multiSend: MultiSend;
  outgoingFor: (choice: Choice) => Outgoing;
  /** The attached files that a model doesn't receive. */
  leftOutFor: (choice: Choice) => readonly OmittedFile[];
  /** Replaces the prompt that the panel started with. */
  onEdit: (prompt: string) => void;
  onBeginChat: (balanceCents: number, percent: number) => void;
  onMaxTokensChange: (tokens: number | null) => void;
  onSendToAll: (choices: readonly Choice[]) => void;
  onRetry: (failed: Turn) => void;
  onCancelQueue: () => void;
  onDismissMultiSend: () => void;
  onBalanceChanged: () => void;
  onClose: () => void;
};

/** The page's dialogs, each loaded when first opened. Reset has its own. */
export function PlaygroundPanel({ panel, data, settings, choice, prompt, ...props }: Props) {
  const { multiSend, onBalanceChanged, onClose } = props;
  const { timezone, availableMicroUsd, providers, limits } = data;
  function accept(edited: string) {
    onClose();
    props.onEdit(edited);
  }

  switch (panel) {
    case 'ledger':
      return <LedgerSheet onClose={onClose} timezone={timezone} />;
    case 'chat':
      return (
        <ChatDialog
          availableMicroUsd={availableMicroUsd}
          onClose={onClose}
          onBegin={(percent) => {
            props.onBeginChat(Math.floor(availableMicroUsd / 10_000), percent);
            onClose();
          }}
        />
      );
    case 'limits':
      return (
        <LimitsDialog
          maxTokens={settings.maxTokens}
          ceiling={data.maxOutputTokensCeiling}
          perRequestCapCents={limits.perRequestCapCents}
          raise={limits.raise}
          isFreePlan={isFreePlan(data)}
          onMaxTokensChange={props.onMaxTokensChange}
          timezone={timezone}
          onClose={onClose}
          onSaved={onBalanceChanged}
        />
      );
    case 'optimize':
      return (
        <OptimizeDialog
          prompt={prompt}
          choice={choice}
          doNotStore={settings.doNotStore}
          freePerDay={data.freeOptimizationsPerDay}
          onClose={onClose}
          onSettled={onBalanceChanged}
          onAccept={accept}
        />
      );
    case 'multi-send':
      return (
        <MultiSendDialog
          {...{ multiSend, providers, choice, onClose }}
          outgoingFor={props.outgoingFor}
          leftOutFor={props.leftOutFor}
          onStart={props.onSendToAll}
          onRetry={props.onRetry}
          onCancelQueue={props.onCancelQueue}
          onDismiss={props.onDismissMultiSend}
        />
      );
    case 'variables':
      return (
        <VariablesForm
          title="Each value takes the place of its variable in the prompt."
          content={prompt}
          submitLabel="Fill in"
          onFill={accept}
          onClose={onClose}
        />
      );
    case 'reset':
      return null;
  }
}
