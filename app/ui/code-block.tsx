import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';
import { keyboardScrollable } from './scroll-region';

type Props = {
  code: string;
  /** A file name or a language. */
  title?: string;
  /** Wraps long lines, for text without alignment. */
  wraps?: boolean;
  /** The code with syntax colors; defaults to the code alone. */
  children?: ReactNode;
};

/** Code or other machine-readable text, with a copy button. */
export function CodeBlock({ code, title, wraps = false, children }: Props) {
  return (
    <div
      role="group"
      aria-label={title ?? 'Code'}
      className="overflow-hidden rounded-2 border border-line bg-sunken"
    >
      <div
        data-copy="skip"
        lang="en"
        className="flex min-h-9 items-center justify-between gap-2 border-b border-line pr-1 pl-3.5"
      >
        <span className="truncate text-xs text-ink-3">{title}</span>
        <CopyButton text={code} done="Code copied" />
      </div>
      <pre
        dir="ltr"
        className={`px-3.5 py-3 font-mono text-s [font-variant-ligatures:none] focus-visible:-outline-offset-2 ${wraps ? 'wrap-anywhere whitespace-pre-wrap' : 'overflow-x-auto'}`}
        {...(wraps ? {} : keyboardScrollable)}
      >
        <code>{children ?? code}</code>
      </pre>
    </div>
  );
}
