import { VariablesForm } from '~/features/prompts';
import { lazyPanel } from '~/ui/lazy-component';
import type { Choice } from './model-choice';
import type { PlaygroundProps } from './playground';
import type { ComposerState } from './use-composer';
import type { SendingState } from './use-sending';
import type { SendSettings } from './use-send-settings';

const LedgerSheet = lazyPanel(async () => (await import('./ledger-sheet')).LedgerSheet);
const ChatDialog = lazyPanel(async () => (await import('./chat-dialog')).ChatDialog);
const LimitsDialog = lazyPanel(async () => (await import('./limits-dialog')).LimitsDialog);
const OptimizeDialog = lazyPanel(async () => (await import('./optimize-dialog')).OptimizeDialog);
const MultiSendDialog = lazyPanel(async () => (await import('./multi-send-dialog')).MultiSendDialog);

export type Panel = 'ledger' | 'chat' | 'limits' | 'optimize' | 'multi-send' | 'variables' | 'reset';

type Props = {
  panel: Panel;
  account: Pick<
    PlaygroundProps,
    'providers' | 'timezone' | 'availableMicroUsd' | 'freeOptimizationsPerDay' | 'onBalanceChanged'
  >;
  settings: SendSettings;
  composer: ComposerState;
  sending: SendingState;
  choice: Choice;
  onClose: () => void;
};

/** The page's dialogs, each loaded when first opened. Reset has its own. */
export function PlaygroundPanel({ panel, account, settings, composer, sending, choice, onClose }: Props) {
  const { timezone, availableMicroUsd, onBalanceChanged } = account;
  const { draft, attachments } = composer;
  /** Replaces the prompt that the panel started with. */
  function accept(prompt: string) {
    onClose();
    composer.edit(prompt);
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
            settings.chat.begin(Math.floor(availableMicroUsd / 10_000), percent);
            onClose();
          }}
        />
      );
    case 'limits':
      return (
        <LimitsDialog
          limits={settings.limits}
          isFreePlan={settings.isFreePlan}
          timezone={timezone}
          onClose={onClose}
          onSaved={onBalanceChanged}
        />
      );
    case 'optimize':
      return (
        <OptimizeDialog
          prompt={draft}
          choice={choice}
          doNotStore={settings.doNotStore}
          freePerDay={account.freeOptimizationsPerDay}
          onClose={onClose}
          onSettled={onBalanceChanged}
          onAccept={accept}
        />
      );
    case 'multi-send':
      return (
        <MultiSendDialog
          multiSend={sending.multiSend}
          providers={account.providers}
          choice={choice}
          outgoingFor={sending.outgoingFor}
          leftOutFor={({ model }) => attachments.leftOutFor(model)}
          onStart={(choices) => void sending.sendToAll(choices)}
          onClose={onClose}
        />
      );
    case 'variables':
      return (
        <VariablesForm
          title="Each value takes the place of its variable in the prompt."
          content={draft}
          submitLabel="Fill in"
          onFill={accept}
          onClose={onClose}
        />
      );
    case 'reset':
      return null;
  }
}
