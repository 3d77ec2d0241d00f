import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Skeleton } from '~/ui/skeleton';
import type { EditorHandle, EditorOptions } from './editor-handle';
import { createPlainEditor } from './plain-editor';

type Props = {
  /** The initial text, requested once the editor is loaded. */
  firstText: () => string;
  onReady: (editor: EditorHandle) => void;
  onEdit: () => void;
  /** Overlay of the editor, such as help for an empty one. */
  children?: ReactNode;
};

const LABEL = 'Script';

/** Loads the editor lazily, because it is most of the page's code. Falls back to a text area. */
export function ScriptEditor({ firstText, onReady, onEdit, children }: Props) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const helpId = useId();
  // The editor is created once and calls the latest callbacks.
  const current = useRef({ firstText, onReady, onEdit });
  current.current = { firstText, onReady, onEdit };

  useEffect(() => {
    let isMounted = true;
    let editor: EditorHandle | undefined;
    const options: Omit<EditorOptions, 'text'> = {
      label: LABEL,
      describedBy: helpId,
      onEdit: () => current.current.onEdit(),
    };
    void import('./code-editor.client')
      .then(({ createCodeEditor }) => {
        if (!isMounted || !place.current) return;
        editor = createCodeEditor(place.current, { ...options, text: current.current.firstText() });
        setState('ready');
        current.current.onReady(editor);
      })
      .catch(() => {
        if (isMounted) setState('failed');
      });
    return () => {
      isMounted = false;
      editor?.destroy();
    };
  }, [helpId]);

  useEffect(() => {
    if (state !== 'failed' || !field.current) return;
    const editor = createPlainEditor(field.current, {
      text: current.current.firstText(),
      onEdit: () => current.current.onEdit(),
    });
    current.current.onReady(editor);
    return () => editor.destroy();
  }, [state]);

  return (
    <div className="relative min-h-0 grow bg-surface">
      <p id={helpId} className="sr-only">
        Press Escape, then Tab, to leave the editor.
      </p>
      <div ref={place} className="absolute inset-0" hidden={state === 'failed'} />
      {state === 'loading' ? <Loading /> : null}
      {state === 'failed' ? (
        <textarea
          ref={field}
          aria-label={LABEL}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          className="absolute inset-0 resize-none bg-surface px-4 py-3 font-mono text-s leading-[21px] -outline-offset-2"
        />
      ) : null}
      {state === 'loading' ? null : children}
    </div>
  );
}

function Loading() {
  return (
    <div className="absolute inset-0 flex flex-col gap-2.5 px-6 py-4">
      <p role="status" className="text-s text-ink-2">
        Loading editor…
      </p>
      {['w-2/5', 'w-3/5', 'w-1/2', 'w-1/3'].map((width) => (
        <Skeleton key={width} className={`h-3 ${width}`} />
      ))}
    </div>
  );
}
