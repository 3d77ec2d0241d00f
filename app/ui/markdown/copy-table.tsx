import { useRef, type ReactNode } from 'react';
import { CopyButton } from '../copy-button';
import { keyboardScrollable } from '../scroll-region';
import { richText, tableText } from './rich-text';

/** A table that scrolls sideways, with a button that copies it for a spreadsheet or a document. */
export function CopyTable({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) {
  const scroller = useRef<HTMLElement>(null);
  const table = () => scroller.current?.querySelector('table');
  return (
    <div dir={dir} className="prose-table">
      <section ref={scroller} aria-label="Table" {...keyboardScrollable}>
        {children}
      </section>
      <div data-copy="skip" lang="en">
        <CopyButton
          label="Copy table"
          done="Table copied"
          hasOnlyIcon
          text={() => {
            const copied = table();
            return copied ? { text: tableText(copied), html: richText(copied) } : '';
          }}
        />
      </div>
    </div>
  );
}
