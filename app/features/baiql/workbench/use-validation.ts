import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { Diagnostic, Environment } from '@promptwell/baiql-lang';
import type { TextCheck } from './text-check';
import type { EditorHandle } from './editor-handle';
import { readEnvironment, validateOnServer } from './script-api';
import type { ScriptChecker } from './script-checker.client';
import { createScriptValidator, type ScriptValidator } from './script-validator';

export interface ScriptValidation extends Omit<ScriptValidator, 'close'> {
  /** The last result; null before the first check and after Clear. */
  check: TextCheck | null;
  clear: () => void;
}

/** Diagnostics of the script in the editor, updated as it changes. */
export function useValidation(editor: RefObject<EditorHandle | null>): ScriptValidation {
  const [check, setCheck] = useState<TextCheck | null>(null);
  const [checker] = useState(createLazyChecker);
  const [validator] = useState(() =>
    createScriptValidator({
      editor: () => editor.current,
      check: checker.check,
      mend: checker.mend,
      readEnvironment,
      onChecked: setCheck,
    }),
  );
  useEffect(() => {
    checker.load();
    return () => {
      validator.close();
      checker.close();
    };
  }, [checker, validator]);
  return { ...validator, check, clear: useCallback(() => setCheck(null), []) };
}

/**
 * Checks in a web worker. If its code can't be loaded, e.g. after an update of the server, the server checks instead.
 */
function createLazyChecker() {
  let loading: Promise<ScriptChecker | null> | undefined;
  const load = () =>
    (loading ??= import('./script-checker.client')
      .then(({ createScriptChecker }) => createScriptChecker())
      .catch(() => null));
  return {
    load: () => void load(),
    check: async (text: string, environment: Environment): Promise<TextCheck> => {
      const checker = await load();
      if (checker) return checker.check(text, environment);
      const { batchType, diagnostics, validity, requests } = await validateOnServer(text);
      // The codes are those of the language.
      return {
        batchType,
        diagnostics: diagnostics as readonly Diagnostic[],
        validity,
        sendsAnything: requests !== 0,
      };
    },
    mend: async (text: string, environment: Environment): Promise<string> =>
      (await (await load())?.mend(text, environment)) ?? text,
    close: () => {
      void loading?.then((checker) => checker?.close());
      loading = undefined;
    },
  };
}
