import type { PageCommand } from '~/core/browser/page-commands';
import type { EditorCommand } from './editor-handle';
import type { ToolbarAction } from './toolbar';

type Does = { action: ToolbarAction } | { command: EditorCommand };

interface Entry {
  key: string;
  label: string;
  keywords: string;
  shortcut?: string;
  does: Does;
}

/** All commands with a shortcut or a palette entry. The editor handles the keys of its own commands. */
const ENTRIES: readonly Entry[] = [
  { key: 'save', label: 'Save script', keywords: '', shortcut: 'Ctrl S', does: { action: 'save' } },
  {
    key: 'validate',
    label: 'Validate script',
    keywords: 'check errors',
    shortcut: 'Ctrl Shift ↵',
    does: { action: 'validate' },
  },
  {
    key: 'execute',
    label: 'Execute script',
    keywords: 'run start',
    shortcut: 'Ctrl ↵',
    does: { action: 'execute' },
  },
  { key: 'dry-run', label: 'Dry run', keywords: 'estimate cost', does: { action: 'dry-run' } },
  { key: 'templates', label: 'BAIQL templates', keywords: 'examples samples', does: { action: 'templates' } },
  { key: 'load', label: 'Load script', keywords: 'open list', does: { action: 'load' } },
  { key: 'new', label: 'New script', keywords: 'begin', does: { action: 'new' } },
  { key: 'versions', label: 'Versions of this script', keywords: 'history', does: { action: 'versions' } },
  {
    key: 'format',
    label: 'Format script',
    keywords: 'indent',
    shortcut: 'Shift Alt F',
    does: { command: 'format' },
  },
  {
    key: 'next-problem',
    label: 'Next problem',
    keywords: 'error warning',
    shortcut: 'F8',
    does: { command: 'next-problem' },
  },
  {
    key: 'first-fix',
    label: 'Fix the problem at the cursor',
    keywords: 'quick fix mend',
    shortcut: 'Ctrl .',
    does: { command: 'first-fix' },
  },
  { key: 'rename', label: 'Rename variable', keywords: '', shortcut: 'F2', does: { command: 'rename' } },
  {
    key: 'definition',
    label: 'Go to definition',
    keywords: '',
    shortcut: 'F12',
    does: { command: 'definition' },
  },
  {
    key: 'explain',
    label: 'Explain the word at the cursor',
    keywords: 'help',
    shortcut: 'F1',
    does: { command: 'explain' },
  },
];

/** The palette's commands while the workbench is open; those of CodeMirror only if it is loaded. */
export function workbenchCommands(
  run: { action: (action: ToolbarAction) => void; command: (command: EditorCommand) => void },
  { hasVersions, hasCommands }: { hasVersions: boolean; hasCommands: boolean },
): PageCommand[] {
  return ENTRIES.filter(
    ({ key, does }) => (key !== 'versions' || hasVersions) && ('action' in does || hasCommands),
  ).map(({ does, ...entry }) => ({
    ...entry,
    run: () => ('action' in does ? run.action(does.action) : run.command(does.command)),
  }));
}

/** Shortcuts that work anywhere on the page. */
export function actionOfKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): ToolbarAction | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (event.key.toLowerCase() === 's') return event.shiftKey ? null : 'save';
  if (event.key === 'Enter') return event.shiftKey ? 'validate' : 'execute';
  return null;
}
