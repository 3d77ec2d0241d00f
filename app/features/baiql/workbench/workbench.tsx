import { useNavigate } from '@remix-run/react';
import { useRef, useState } from 'react';
import { newKey } from '~/core/browser/new-key';
import { SegmentedControl } from '~/ui/form/segmented-control';
import { cx } from '~/ui/cx';
import { ScrollRegion } from '~/ui/scroll-region';
import type { Validation, WorkbenchData } from '../index.server';
import type { EditorHandle } from './editor-handle';
import { ExecuteDialog } from './execute-dialog';
import { NameDialog } from './name-dialog';
import { OutputPanel } from './output-panel';
import { Unreachable, validateOnServer } from './script-api';
import { ScriptEditor } from './script-editor';
import { UNTITLED } from './script-state';
import { Toolbar, type ToolbarAction } from './toolbar';
import { useScript } from './use-script';
import { useScriptAddress } from './use-script-address';
import { useValidation } from './use-validation';

type Panel = { kind: 'save' | 'rename' } | { kind: 'execute'; key: string } | null;

/** Write a script, see what is wrong with it, and run it. */
export function Workbench({ userId, timezone, opened, lostId }: WorkbenchData) {
  const editor = useRef<EditorHandle | null>(null);
  const script = useScript(userId, { opened, lostId }, editor);
  const { state, dispatch, save } = script;
  const checks = useValidation(editor);
  const [validation, setValidation] = useState<Validation | null>(null);
  const [isValidating, setIsValidating] = useState(false);
  const [panel, setPanel] = useState<Panel>(null);
  const [view, setView] = useState<'script' | 'output'>('script');
  const navigate = useNavigate();
  useScriptAddress(script, { opened, lostId });

  const text = () => editor.current?.text() ?? '';
  const close = () => setPanel(null);

  async function validate() {
    setIsValidating(true);
    try {
      await checks.checkNow();
      setValidation(await validateOnServer(text(), new AbortController().signal));
    } catch (error) {
      // Without the server what was found here stands.
      if (!(error instanceof Unreachable)) {
        const detail = error instanceof Error ? error.message : '';
        dispatch({ kind: 'told', status: { text: '✗ Validation failed', detail, tone: 'bad' } });
      }
    } finally {
      setIsValidating(false);
    }
  }

  async function askToExecute() {
    const check = await checks.checkNow();
    if (!check || check.diagnostics.some(({ severity }) => severity === 'error')) {
      dispatch({ kind: 'told', status: { text: '✗ Fix validation errors first', tone: 'bad' } });
      return;
    }
    setPanel({ kind: 'execute', key: newKey() });
  }

  const actions: Readonly<Record<ToolbarAction, () => void>> = {
    save: () => (state.name === UNTITLED ? setPanel({ kind: 'save' }) : void save()),
    name: () => setPanel({ kind: state.scriptId === null ? 'save' : 'rename' }),
    validate: () => void validate(),
    execute: () => void askToExecute(),
    clear: () => {
      checks.clear();
      setValidation(null);
      script.forgetLocalCopy();
    },
    templates: () => undefined,
    load: () => undefined,
    new: () => script.open(null),
    versions: () => undefined,
  };

  const issueCount = checks.check?.diagnostics.filter(({ severity }) => severity !== 'hint').length ?? 0;
  return (
    <div className="flex min-h-0 grow flex-col lg:absolute lg:inset-0">
      <Toolbar
        script={state}
        timezone={timezone}
        isValidating={isValidating}
        onAction={(action) => actions[action]()}
      />
      <div className="border-b border-line bg-surface px-4 py-2 lg:hidden">
        <SegmentedControl
          label="View"
          value={view}
          onChange={setView}
          segments={[
            { value: 'script', label: 'Script' },
            { value: 'output', label: issueCount === 0 ? 'Output' : `Output (${String(issueCount)})` },
          ]}
        />
      </div>
      <div className="flex min-h-0 grow flex-col lg:grid lg:grid-cols-[7fr_3fr]">
        <section
          aria-label="Editor"
          className={cx('flex min-h-[60dvh] grow flex-col lg:min-h-0', view === 'output' && 'max-lg:hidden')}
        >
          <ScriptEditor
            firstText={script.firstText}
            onReady={(ready) => {
              editor.current = ready;
              checks.refreshEnvironment();
              void checks.checkNow();
            }}
            onEdit={() => {
              script.onEdit();
              checks.onEdit();
            }}
          />
        </section>
        <ScrollRegion
          label="Output / Validation"
          className={cx(
            'grow border-line bg-paper -outline-offset-2 lg:min-h-0 lg:overflow-y-auto lg:border-l',
            view === 'script' && 'max-lg:hidden',
          )}
        >
          <OutputPanel
            check={checks.check}
            validation={validation}
            onJump={(line) => {
              setView('script');
              // Once it is in sight.
              requestAnimationFrame(() => editor.current?.goToLine(line));
            }}
          />
        </ScrollRegion>
      </div>
      {panel?.kind === 'save' || panel?.kind === 'rename' ? (
        <NameDialog
          title={panel.kind === 'save' ? 'Save script' : 'Rename script'}
          submitLabel={panel.kind === 'save' ? 'Save' : 'Rename'}
          name={state.name}
          onClose={close}
          onSubmit={(name) => {
            close();
            void save({ name });
          }}
        />
      ) : null}
      {panel?.kind === 'execute' && checks.check ? (
        <ExecuteDialog
          check={checks.check}
          request={{ scriptContent: text(), scriptName: state.name }}
          requestKey={panel.key}
          onClose={close}
          onStarted={(executionId) => {
            close();
            if (executionId) navigate(`/baiql/exec/${executionId}`);
            else dispatch({ kind: 'told', status: { text: 'Queued', tone: 'plain' } });
          }}
          onFailed={(detail) => {
            close();
            dispatch({ kind: 'told', status: { text: '✗ Execute failed', detail, tone: 'bad' } });
          }}
        />
      ) : null}
    </div>
  );
}
