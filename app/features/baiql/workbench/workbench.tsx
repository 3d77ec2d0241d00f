import type { Diagnostic, Fix } from '@promptwell/baiql-lang';
import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '~/core/browser/call-api';
import { keepDiscarded } from '~/core/browser/discarded';
import { newKey } from '~/core/browser/new-key';
import { SegmentedControl } from '~/ui/form/segmented-control';
import { cx } from '~/ui/cx';
import { lazyComponent } from '~/ui/lazy-component';
import { showToast } from '~/ui/overlay/toast';
import { RestoreDiscarded } from '~/ui/restore-discarded';
import { ScrollRegion } from '~/ui/scroll-region';
import { Tabs } from '~/ui/tabs';
import { onFilesChanged } from '../files/files-changed';
import type { WorkbenchData } from '../index.server';
import { copyName, UNTITLED } from '../scripts/schema';
import { ConflictNotice } from './conflict-notice';
import { DryRun, TRIAL_SIZE } from './dry-run';
import type { EditorHandle } from './editor-handle';
import { EmptyEditor } from './empty-editor';
import { fixAllIssues, fixIssue } from './fix-issues';
import { LogoutGuard } from './logout-guard';
import { OutputPanel } from './output-panel';
import { scripts, type RunAttempt } from './script-api';
import { ScriptEditor } from './script-editor';
import { hasErrors, issuesOf } from './text-check';
import { Toolbar, type ToolbarAction } from './toolbar';
import { useEstimate } from './use-estimate';
import { SCRIPTS } from './local-copy';
import { useScript } from './use-script';
import { useScriptAddress } from './use-script-address';
import { useServerValidation } from './use-server-validation';
import { useShortcuts } from './use-shortcuts';
import { useValidation } from './use-validation';
import { useView } from './use-view';
import { workbenchCommands } from './workbench-commands';
import { WorkbenchPanels, type Panel } from './workbench-panels';

/** Shown when a script with errors is executed. */
const FAULTY = '✗ Fix validation errors first';

const FilesPanel = lazyComponent(async () => (await import('../files/files-panel')).FilesPanel);

/** The page to write, check and run a script. */
export function Workbench({ userId, timezone, opened, lostId, example }: WorkbenchData) {
  const editor = useRef<EditorHandle | null>(null);
  const [hasCommands, setHasCommands] = useState(false);
  const checks = useValidation(editor);
  const script = useScript(userId, { opened, lostId, example }, editor, checks.onOpened);
  const { state, dispatch, save } = script;
  const dryRun = useEstimate();
  const server = useServerValidation(checks, dryRun.estimate);
  const [isEmpty, setIsEmpty] = useState(false);
  const [panel, setPanel] = useState<Panel | null>(null);
  const { tab, setTab, isPanelInSight, show } = useView();
  const navigate = useNavigate();
  useScriptAddress(script, { opened, lostId, example });

  const { refreshEnvironment } = checks;
  useEffect(() => onFilesChanged(refreshEnvironment), [refreshEnvironment]);

  // Any state change may bring another script; edits within a script report themselves.
  useEffect(() => setIsEmpty(editor.current?.isEmpty() ?? false), [state]);

  const showsErrorStatus = state.status?.text === FAULTY;
  const isMended = checks.check !== null && !hasErrors(checks.check);
  useEffect(() => {
    if (showsErrorStatus && isMended) dispatch({ kind: 'told', status: null });
  }, [showsErrorStatus, isMended, dispatch]);

  const text = () => editor.current?.text() ?? '';
  const tellFailure = (failure: string, detail?: string) =>
    dispatch({ kind: 'told', status: { text: failure, ...(detail ? { detail } : {}), tone: 'bad' } });

  /** The previous text can be restored for a day, and by the editor's undo. */
  function replaceText(next: string, status: string) {
    keepDiscarded(SCRIPTS, { Script: text() });
    editor.current?.replace(next);
    dispatch({ kind: 'replaced', status });
    editor.current?.focus();
  }

  function clear() {
    const cleared = text();
    if (cleared !== '') {
      replaceText('', 'Cleared');
      const onAction = () => replaceText(cleared, 'Restored cleared text');
      showToast('info', 'Script cleared', { action: { label: 'Undo', onAction }, topic: 'script' });
    }
    checks.clear();
    dryRun.cancel();
    server.clear();
  }
  const restoreButton = (
    <RestoreDiscarded
      place={SCRIPTS}
      size="s"
      className="shrink-0"
      onRestore={({ Script = '' }) => replaceText(Script, 'Restored cleared text')}
    />
  );

  function jump(line: number) {
    show('script');
    // After the pane is visible.
    requestAnimationFrame(() => editor.current?.goToLine(line));
  }

  async function fix(issue: Diagnostic, chosen: Fix) {
    const line = await fixIssue(editor, checks, issue, chosen);
    if (line !== null) jump(line);
  }

  // Retrying after a lost response repeats the request under its key, so it finds the run that may have started.
  const unstarted = useRef<{ asked: string; attempt: RunAttempt } | null>(null);
  async function confirmExecute(first?: number) {
    const check = await checks.checkForRun();
    if (!check) {
      tellFailure('✗ Validation failed', 'The script couldn’t be checked. Check your connection.');
      return;
    }
    if (hasErrors(check)) {
      tellFailure(FAULTY);
      return;
    }
    const request = { scriptContent: text(), scriptName: state.name, ...(first ? { first } : {}) };
    const asked = JSON.stringify([request.scriptContent, first]);
    if (unstarted.current?.asked !== asked) {
      unstarted.current = { asked, attempt: { key: newKey(), reuse: null } };
    }
    setPanel({ kind: 'execute', check, request, attempt: unstarted.current.attempt });
  }

  async function takeTheirs() {
    const theirs = state.scriptId === null ? null : await scripts.get(state.scriptId).catch(() => null);
    const mine = text();
    if (!theirs) {
      showToast('error', 'The saved script couldn’t be loaded. Try again.');
      return;
    }
    keepDiscarded(SCRIPTS, { Script: mine });
    script.forgetLocalCopy();
    script.open(theirs);
    const onAction = () => editor.current?.replace(mine);
    showToast('info', 'Your changes were replaced.', { action: { label: 'Undo', onAction } });
  }

  const actions: Readonly<Record<ToolbarAction, () => void>> = {
    save: () => (state.name === UNTITLED ? setPanel({ kind: 'save' }) : void save()),
    name: () => setPanel({ kind: state.scriptId === null ? 'save' : 'rename' }),
    validate: () => void server.validate(text, (reason) => tellFailure('✗ Validation failed', reason)),
    execute: () => void confirmExecute(),
    'dry-run': () => {
      show('output');
      dryRun.begin(text());
    },
    clear,
    templates: () => setPanel({ kind: 'templates' }),
    load: () => setPanel({ kind: 'load' }),
    new: () =>
      state.isDirty || (state.scriptId !== null && script.hasUnnamedCopy())
        ? setPanel({ kind: 'new' })
        : script.startNew(),
    versions: () => {
      if (state.scriptId !== null) setPanel({ kind: 'versions', scriptId: state.scriptId });
    },
  };
  const act = (action: ToolbarAction) => actions[action]();
  useShortcuts(act, () =>
    workbenchCommands(
      { action: act, command: (command) => editor.current?.run(command) },
      { hasVersions: state.scriptId !== null, hasCommands },
    ),
  );

  const issueCount = issuesOf(checks.check).length;
  return (
    <div className="flex min-h-0 grow flex-col lg:absolute lg:inset-0">
      <noscript>
        <p className="px-4 py-3 text-s lg:px-5">This page needs JavaScript to write and run scripts.</p>
      </noscript>
      <Toolbar script={state} timezone={timezone} isValidating={server.isValidating} onAction={act}>
        {restoreButton}
      </Toolbar>
      {state.conflict && state.scriptId !== null ? (
        <ConflictNotice
          scriptId={state.scriptId}
          text={text}
          onKeepAsCopy={() => void save({ isCopy: true, name: copyName(state.name) })}
          onReplace={() => void save(state.conflict ? { overwrites: state.conflict.version } : {})}
          onTakeTheirs={() => void takeTheirs()}
        />
      ) : null}
      <div className="border-b border-line bg-surface px-4 py-2 lg:hidden">
        <SegmentedControl
          label="View"
          value={isPanelInSight ? tab : 'script'}
          onChange={show}
          segments={[
            { value: 'script', label: 'Script' },
            { value: 'output', label: issueCount === 0 ? 'Output' : `Output (${String(issueCount)})` },
            { value: 'files', label: 'Files' },
          ]}
        />
      </div>
      <div className="flex min-h-0 grow flex-col lg:grid lg:grid-cols-[7fr_3fr]">
        <section
          aria-label="Editor"
          className={cx('flex min-h-[60dvh] grow flex-col lg:min-h-0', isPanelInSight && 'max-lg:hidden')}
        >
          <ScriptEditor
            firstText={script.firstText}
            onReady={(ready) => {
              editor.current = ready;
              setHasCommands(ready.hasCommands);
              setIsEmpty(ready.isEmpty());
              checks.onOpened();
            }}
            onEdit={() => {
              script.onEdit();
              checks.onEdit();
              server.onEdit();
              setIsEmpty(editor.current?.isEmpty() ?? false);
            }}
          >
            {isEmpty ? <EmptyEditor onTemplates={() => act('templates')} /> : null}
          </ScriptEditor>
        </section>
        <ScrollRegion
          label="Results and files"
          className={cx(
            'min-w-0 grow border-line bg-paper -outline-offset-2 lg:min-h-0 lg:overflow-y-auto lg:border-l',
            !isPanelInSight && 'max-lg:hidden',
          )}
        >
          <Tabs
            label="Results and files"
            value={tab}
            onChange={setTab}
            className="[&>[role=tablist]]:px-2 max-lg:[&>[role=tablist]]:hidden"
            tabs={[
              {
                value: 'output',
                label: 'Output / Validation',
                content: (
                  <OutputPanel
                    check={isEmpty ? null : checks.check}
                    validation={server.validation}
                    isOutdated={server.isOutdated}
                    onJump={jump}
                    onFix={(issue, chosen) => void fix(issue, chosen)}
                    onFixAll={() => void fixAllIssues(editor, checks)}
                  >
                    <DryRun
                      handle={dryRun}
                      prompts={server.validation?.prompts ?? []}
                      onBegin={() => act('dry-run')}
                      onTry={() => void confirmExecute(TRIAL_SIZE)}
                    />
                  </OutputPanel>
                ),
              },
              {
                value: 'files',
                label: 'Files',
                content: (
                  <div className="px-5 py-4">
                    <FilesPanel
                      editor={{
                        insertLine: (line) => editor.current?.insertLine(line),
                        insertText: (inserted) => editor.current?.insertText(inserted),
                      }}
                    />
                  </div>
                ),
              },
            ]}
          />
        </ScrollRegion>
      </div>
      <LogoutGuard isDirty={state.isDirty} name={state.name} />
      {panel ? (
        <WorkbenchPanels
          panel={panel}
          timezone={timezone}
          script={script}
          text={text}
          onShow={setPanel}
          onReplaceText={replaceText}
          onChoose={(issue, chosen, first) =>
            void fixIssue(editor, checks, issue, chosen).then(() => confirmExecute(first))
          }
          onStarted={(executionId) => {
            unstarted.current = null;
            if (executionId) navigate(`/baiql/exec/${executionId}`);
            else dispatch({ kind: 'told', status: { text: 'Queued', tone: 'plain' } });
          }}
          onFailed={(error, reuse) => {
            const isUnanswered = !(error instanceof ApiError) || error.status >= 500;
            // A refused request has started nothing.
            if (!isUnanswered) unstarted.current = null;
            else if (unstarted.current) unstarted.current.attempt.reuse = reuse;
            tellFailure('✗ Execute failed', messageOf(error));
          }}
        />
      ) : null}
    </div>
  );
}
