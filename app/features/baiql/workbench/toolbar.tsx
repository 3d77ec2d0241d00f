import type { ReactNode } from 'react';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { formatClock } from '~/ui/format-date';
import { Kbd } from '~/ui/kbd';
import { Menu } from '~/ui/overlay/menu';
import { titleOf, type ScriptState, type Status } from './script-state';

export type ToolbarAction =
  | 'save'
  | 'templates'
  | 'load'
  | 'new'
  | 'validate'
  | 'execute'
  | 'clear'
  | 'dry-run'
  | 'name'
  | 'versions';

type Props = {
  script: ScriptState;
  timezone: string;
  isValidating: boolean;
  onAction: (action: ToolbarAction) => void;
  /** Further actions. */
  children?: ReactNode;
};

/** Secondary actions; in a menu on phones. */
const OTHERS: readonly { action: ToolbarAction; label: string }[] = [
  { action: 'templates', label: 'Templates' },
  { action: 'load', label: 'Load' },
  { action: 'new', label: 'New' },
  { action: 'clear', label: 'Clear' },
];

/** Title, state and actions of the open script. */
export function Toolbar({ script, timezone, isValidating, onAction, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-surface px-4 py-2 lg:px-5">
      <h1 className="sr-only text-m font-semibold sm:not-sr-only">BAIQL Editor</h1>
      <div className="flex min-w-0 grow basis-60 items-center gap-2 max-sm:flex-wrap">
        <span aria-hidden="true" className="h-4 border-l border-line-strong max-sm:hidden" />
        <button
          type="button"
          title="Rename"
          className="min-w-0 truncate rounded-1 px-1.5 py-1 text-m font-semibold hover:bg-chosen max-sm:basis-16 max-sm:grow max-sm:text-left"
          onClick={() => onAction('name')}
        >
          {titleOf(script)}
        </button>
        {script.savedAt !== null ? (
          <button
            type="button"
            title="Versions"
            className="num tappable shrink-0 rounded-1 px-1.5 py-1 text-xs text-ink-2 underline decoration-line-strong underline-offset-3 hover:bg-chosen"
            onClick={() => onAction('versions')}
          >
            Saved {formatClock(new Date(script.savedAt), new Date(), timezone)}
          </button>
        ) : null}
        <StatusText status={script.status} />
        {children}
      </div>
      <div role="group" aria-label="Script" className="flex items-center gap-1">
        {OTHERS.map(({ action, label }) => (
          <Button key={action} variant="ghost" className="max-md:hidden" onClick={() => onAction(action)}>
            {label}
          </Button>
        ))}
        <Button
          className="md:ml-1"
          aria-keyshortcuts="Control+S Meta+S"
          isBusy={script.saving === 'under-way'}
          onClick={() => onAction('save')}
        >
          Save
        </Button>
        <Button
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          isBusy={isValidating}
          onClick={() => onAction('validate')}
        >
          Validate
        </Button>
        <Button
          variant="primary"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={() => onAction('execute')}
        >
          Execute
          <span aria-hidden="true" className="max-xl:hidden">
            <Kbd>Ctrl ↵</Kbd>
          </span>
        </Button>
        <span className="md:hidden">
          <Menu
            label="More"
            items={OTHERS.map(({ action, label }) => ({
              key: action,
              label,
              onAction: () => onAction(action),
            }))}
          />
        </span>
      </div>
    </div>
  );
}

const TONES: Readonly<Record<Status['tone'], string>> = {
  plain: 'text-ink-2',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
};

function StatusText({ status }: { status: Status | null }) {
  return (
    <p
      role="status"
      className={cx(
        'min-w-0 text-xs sm:truncate',
        status?.detail ? 'max-sm:basis-full' : 'max-sm:shrink-0',
        TONES[status?.tone ?? 'plain'],
      )}
      title={status?.detail}
    >
      {status ? <span className="font-medium">{status.text}</span> : null}
      {status?.detail ? <span> · {status.detail}</span> : null}
    </p>
  );
}
