import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Environment } from '@promptwell/baiql-lang';
import type { TextCheck } from './check-text';
import type { EditorHandle } from './editor-handle';
import { readEnvironment } from './script-api';
import type { ScriptChecker } from './script-checker.client';

const DELAY_MS = 500;

/** The lines that say what a script reads: when they change, the columns of its tables are asked for anew. */
const loadsOf = (text: string): string => (text.match(/^\s*(?:LOAD|PATH_IN)\b.*$/gim) ?? []).join('\n');

export interface ScriptValidation {
  /** What was found last; null before the first check and after Clear. */
  check: TextCheck | null;
  /** The text has changed: it is checked half a second after the last change. */
  onEdit: () => void;
  /** Checks at once. Null when there is no editor yet. */
  checkNow: () => Promise<TextCheck | null>;
  /** The same, once the files and columns that the script reads are known: without them a good script has faults. */
  checkForRun: () => Promise<TextCheck | null>;
  /** Files came or went. */
  refreshEnvironment: () => void;
  clear: () => void;
}

/** Checks what is written, beside one's files, their columns and the models as far as they are known. */
export function useValidation(editor: RefObject<EditorHandle | null>): ScriptValidation {
  const [check, setCheck] = useState<TextCheck | null>(null);
  const checker = useRef<Promise<ScriptChecker>>();
  const environment = useRef<Environment>({});
  const knownLoads = useRef<string>();
  const asking = useRef<AbortController>();
  /** Asking for the environment, while that goes on. */
  const learning = useRef<Promise<void>>();
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const checkNow = useCallback(async (): Promise<TextCheck | null> => {
    clearTimeout(timer.current);
    const text = editor.current?.text();
    if (text === undefined || !checker.current) return null;
    const found = await (await checker.current).check(text, environment.current);
    // What has been typed meanwhile is checked in its turn.
    if (editor.current?.text() !== text) return found;
    editor.current.show(found.diagnostics);
    setCheck(found);
    return found;
  }, [editor]);

  const learn = useCallback(
    async (text: string) => {
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      knownLoads.current = loadsOf(text);
      const found = await readEnvironment(text, controller.signal).catch(() => undefined);
      if (controller.signal.aborted) return;
      if (!found) {
        knownLoads.current = undefined; // it is asked again after the next change
        return;
      }
      const { files, headers, models } = found;
      environment.current = { headers, models, ...(files === null ? {} : { files }) };
      editor.current?.learn(environment.current);
      await checkNow();
    },
    [checkNow, editor],
  );

  const learnNow = useCallback((text: string): Promise<void> => (learning.current = learn(text)), [learn]);

  const checkForRun = useCallback(async () => {
    const text = editor.current?.text() ?? '';
    await (knownLoads.current === loadsOf(text) ? learning.current : learnNow(text));
    return checkNow();
  }, [checkNow, learnNow, editor]);

  const onEdit = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const text = editor.current?.text() ?? '';
      if (knownLoads.current !== loadsOf(text)) void learnNow(text);
      void checkNow();
    }, DELAY_MS);
  }, [checkNow, learnNow, editor]);

  useEffect(() => {
    const made = import('./script-checker.client').then(({ createScriptChecker }) => createScriptChecker());
    checker.current = made;
    return () => {
      clearTimeout(timer.current);
      asking.current?.abort();
      void made.then((each) => each.close()).catch(() => undefined);
    };
  }, []);

  return {
    check,
    onEdit,
    checkNow,
    checkForRun,
    refreshEnvironment: useCallback(() => void learnNow(editor.current?.text() ?? ''), [learnNow, editor]),
    clear: useCallback(() => setCheck(null), []),
  };
}
