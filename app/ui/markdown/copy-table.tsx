import { useRef, type ReactNode } from 'react';
import { CopyButton } from '../copy-button';
import { keyboardScrollable } from '../scroll-region';
import { richText, tableText } from './rich-text';

/** A table that scrolls sideways, with a button that copies it for a spreadsheet or a document. */
export function CopyTable({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  const table = () => scroller.current?.querySelector('table');
  return (
    <div dir={dir} className="prose-table">
      {/* Not a region: several of one name would be landmarks that can't be told apart. */}
      <div ref={scroller} role="group" aria-label="Table" {...keyboardScrollable}>
        {children}
      </div>
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
