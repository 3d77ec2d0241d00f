import type { Diagnostic, Fix } from '@promptwell/baiql-lang';
import { useNavigate } from '@remix-run/react';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { formatDateTime } from '~/ui/format-date';
import { lazyPanel } from '~/ui/lazy-component';
import { isolate } from '~/ui/isolate';
import { UNTITLED } from '../scripts/schema';
import type { TextCheck } from './text-check';
import type { RunAttempt, RunRequest } from './script-api';
import type { ScriptState } from './script-state';
import type { OpenScript } from './use-script';

const NameDialog = lazyPanel(async () => (await import('./name-dialog')).NameDialog);
const ExecuteDialog = lazyPanel(async () => (await import('./execute-dialog')).ExecuteDialog);
const LoadDialog = lazyPanel(async () => (await import('./load-dialog')).LoadDialog);
const TemplatesDialog = lazyPanel(async () => (await import('./templates-dialog')).TemplatesDialog);
const VersionsSheet = lazyPanel(async () => (await import('./versions-sheet')).VersionsSheet);

export type Panel =
  | { kind: 'save' | 'rename' | 'load' | 'new' | 'templates' }
  | { kind: 'versions'; scriptId: string }
  | { kind: 'execute'; check: TextCheck; request: RunRequest; attempt: RunAttempt };

type Props = {
  panel: Panel;
  timezone: string;
  script: OpenScript;
  text: () => string;
  onShow: (panel: Panel | null) => void;
  onReplaceText: (text: string, status: string) => void;
  /** `first`: of a trial. */
  onChoose: (issue: Diagnostic, fix: Fix, first: number | undefined) => void;
  onStarted: (executionId: string | undefined) => void;
  onFailed: (error: unknown, reuse: boolean) => void;
};

/** The dialogs of the workbench, one at a time. */
export function WorkbenchPanels({ panel, timezone, script, text, onShow, ...on }: Props) {
  const { state, dispatch } = script;
  const navigate = useNavigate();
  const close = () => onShow(null);
  const closeAnd =
    <Args extends unknown[]>(then: (...args: Args) => void) =>
    (...args: Args) => {
      close();
      then(...args);
    };
  switch (panel.kind) {
    case 'save':
    case 'rename':
      return (
        <NameDialog
          title={panel.kind === 'save' ? 'Save script' : 'Rename script'}
          submitLabel={panel.kind === 'save' ? 'Save' : 'Rename'}
          name={state.name}
          onClose={close}
          onSubmit={closeAnd((name) => void script.save({ name }))}
        />
      );
    case 'load':
      return (
        <LoadDialog
          openId={state.scriptId}
          timezone={timezone}
          onClose={close}
          onOpen={closeAnd((id) => navigate(`/baiql?script=${id}`))}
          onRenamed={(renamed) => dispatch({ kind: 'renamed', script: renamed })}
          onDeleted={(scriptId) => {
            if (scriptId !== state.scriptId) return;
            dispatch({ kind: 'deleted-elsewhere' });
            dispatch({
              kind: 'told',
              status: { text: 'Deleted. The text here is not saved.', tone: 'warn' },
            });
          }}
          onShowTemplates={() => onShow({ kind: 'templates' })}
        />
      );
    case 'new':
      return (
        <ConfirmDialog
          isOpen
          title="Start a new script?"
          confirmLabel="Start a new script"
          onOpenChange={close}
          onConfirm={closeAnd(script.startNew)}
        >
          <p>{describeLoss(state)}</p>
        </ConfirmDialog>
      );
    case 'templates':
      return (
        <TemplatesDialog
          onClose={close}
          onUse={closeAnd(({ code }) => on.onReplaceText(code, 'Loaded template'))}
        />
      );
    case 'versions':
      return (
        <VersionsSheet
          scriptId={panel.scriptId}
          timezone={timezone}
          text={text}
          onClose={close}
          onRestore={closeAnd(({ content, savedAt }) =>
            on.onReplaceText(content, `Restored ${formatDateTime(new Date(savedAt), timezone)}`),
          )}
        />
      );
    case 'execute':
      return (
        <ExecuteDialog
          check={panel.check}
          request={panel.request}
          attempt={panel.attempt}
          timezone={timezone}
          onClose={close}
          onChoose={(issue, fix) => on.onChoose(issue, fix, panel.request.first)}
          onStarted={closeAnd(on.onStarted)}
          onFailed={closeAnd(on.onFailed)}
        />
      );
  }
}

function describeLoss({ scriptId, name }: ScriptState): string {
  if (scriptId === null) {
    return `Your unsaved script “${isolate(name)}” is cleared. For a day, “Restore cleared text” brings it back.`;
  }
  return (
    `Unsaved changes to “${isolate(name)}” stay in this browser and are there when you open it again. ` +
    `An unsaved “${UNTITLED}” script, if you began one, is cleared. For a day, “Restore cleared text” brings it back.`
  );
}
