import type { Environment } from '@promptwell/baiql-lang';
import { ApiError } from '~/core/browser/call-api';
import type { ScriptEnvironment } from '../index.server';
import type { TextCheck } from './text-check';
import type { EditorHandle } from './editor-handle';

const DELAY_MS = 500;
/** Delay before the environment is requested again after a failure. */
const RETRY_MS = 5_000;

interface Parts {
  editor: () => Pick<EditorHandle, 'text' | 'show' | 'learn'> | null;
  check: (text: string, environment: Environment) => Promise<TextCheck>;
  mend: (text: string, environment: Environment) => Promise<string>;
  readEnvironment: (text: string, signal: AbortSignal) => Promise<ScriptEnvironment>;
  onChecked: (check: TextCheck | null) => void;
}

export interface ScriptValidator {
  /** Call after an edit; the check runs half a second after the last one. */
  onEdit: () => void;
  /** Call when another text was opened: earlier results no longer apply. */
  onOpened: () => void;
  /** Checks at once. Null if there is no editor yet or no checker. */
  checkNow: () => Promise<TextCheck | null>;
  /**
   * Like `checkNow`, but waits for the files and columns that the script reads: without them a valid script shows
   * errors.
   */
  checkForRun: () => Promise<TextCheck | null>;
  /** The script with all safe fixes applied; null if it was edited in the meantime. */
  mended: () => Promise<string | null>;
  /** Call when files were added or removed. */
  refreshEnvironment: () => void;
  close: () => void;
}

/** The lines that may load files, in any spelling. When they change, the columns of the tables are requested again. */
const loadsOf = (text: string): string =>
  (text.match(/^.*(?:\b(?:LOAD|PATH_IN)\b|\.(?:csv|tsv|xlsx|ods|jsonl?)\b).*$/gim) ?? []).join('\n');

/** Checks the script as it is edited, against the user's files, their columns and the models as far as known. */
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
  /** The request for the environment in flight. */
  let learning: Promise<void> | undefined;
  let latestCheck = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const text = () => editor()?.text() ?? '';

  /** Only a later edit postpones this: a check in between knows nothing of the files the script reads by then. */
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
    // Edits and data that arrived since are checked by their own check.
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
      if (timer === undefined && isTransient(error)) checkAfter(RETRY_MS);
      await checkNow();
    }
  }

  return {
    onEdit: () => checkAfter(DELAY_MS),
    onOpened: () => {
      onChecked(null);
      // Loaded right away: until it is known, a valid script seems to have errors.
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

/** Overloaded or unreachable, rather than an invalid request. */
const isTransient = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 429;
