import type { Environment } from '@promptwell/baiql-lang';
import { Refusal } from '~/core/browser/call-api';
import type { ScriptEnvironment } from '../index.server';
import type { TextCheck } from './text-check';
import type { EditorHandle } from './editor-handle';

const DELAY_MS = 500;
/** What surrounds the script could not be learned: it is asked for again after so long. */
const RETRY_MS = 5_000;

interface Parts {
  editor: () => Pick<EditorHandle, 'text' | 'show' | 'learn'> | null;
  check: (text: string, environment: Environment) => Promise<TextCheck>;
  mend: (text: string, environment: Environment) => Promise<string>;
  readEnvironment: (text: string, signal: AbortSignal) => Promise<ScriptEnvironment>;
  onChecked: (check: TextCheck | null) => void;
}

export interface ScriptValidator {
  /** The text has changed: it is checked half a second after the last change. */
  onEdit: () => void;
  /** Another text stands in the editor: what was found in the one before holds no longer. */
  onOpened: () => void;
  /** Checks at once. Null when there is no editor yet, or when nothing can check it. */
  checkNow: () => Promise<TextCheck | null>;
  /** The same, once the files and columns that the script reads are known: without them a good script has faults. */
  checkForRun: () => Promise<TextCheck | null>;
  /** The script with all fixes made that are certain. Null when it was changed meanwhile. */
  mended: () => Promise<string | null>;
  /** Files came or went. */
  refreshEnvironment: () => void;
  close: () => void;
}

/**
 * The lines that may say what a script reads, however they are written: when they change, the columns of its tables are
 * asked for anew.
 */
const loadsOf = (text: string): string =>
  (text.match(/^.*(?:\b(?:LOAD|PATH_IN)\b|\.(?:csv|tsv|xlsx|jsonl?)\b).*$/gim) ?? []).join('\n');

/** Checks what is written, beside one's files, their columns and the models as far as they are known. */
export function createScriptValidator({
  editor,
  check,
  mend,
  readEnvironment,
  onChecked,
}: Parts): ScriptValidator {
  let environment: Environment = {};
  let knownLoads: string | undefined;
  let asking = new AbortController();
  /** Asking for the environment, while that goes on. */
  let learning: Promise<void> | undefined;
  let latestCheck = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const text = () => editor()?.text() ?? '';

  /** Nothing but a later change puts this off: a check in between knows nothing of what the script reads by then. */
  function checkAfter(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      if (knownLoads !== loadsOf(text())) void learn();
      void checkNow();
    }, delayMs);
  }

  async function checkNow(): Promise<TextCheck | null> {
    const checked = editor()?.text();
    if (checked === undefined) return null;
    const number = ++latestCheck;
    const found = await check(checked, environment).catch(() => null);
    // What has been typed or learned meanwhile is checked in its turn.
    if (found === null || number !== latestCheck || text() !== checked) return found;
    editor()?.show(found.diagnostics);
    onChecked(checked.trim() === '' ? null : found);
    return found;
  }

  function learn(): Promise<void> {
    asking.abort();
    asking = new AbortController();
    return (learning = learnAbout(text(), asking.signal));
  }

  async function learnAbout(script: string, signal: AbortSignal): Promise<void> {
    knownLoads = loadsOf(script);
    try {
      const { files, ...others } = await readEnvironment(script, signal);
      if (signal.aborted) return;
      environment = { ...others, ...(files === null ? {} : { files }) };
      editor()?.learn(environment);
      await checkNow();
    } catch (error) {
      if (signal.aborted) return;
      knownLoads = undefined;
      if (timer === undefined && mayPass(error)) checkAfter(RETRY_MS);
      await checkNow();
    }
  }

  return {
    onEdit: () => checkAfter(DELAY_MS),
    onOpened: () => {
      onChecked(null);
      // Beside what it reads: a good script would seem to have faults until that is known.
      if (editor()) void learn();
    },
    checkNow,
    checkForRun: async () => {
      await (knownLoads === loadsOf(text()) ? learning : learn());
      return checkNow();
    },
    mended: async () => {
      const written = text();
      const mended = await mend(written, environment).catch(() => written);
      return text() === written ? mended : null;
    },
    refreshEnvironment: () => void learn(),
    close: () => {
      clearTimeout(timer);
      asking.abort();
      latestCheck += 1;
    },
  };
}

/** Busy or out of reach, not refused for what was asked. */
const mayPass = (error: unknown): boolean => !(error instanceof Refusal) || error.status >= 429;
