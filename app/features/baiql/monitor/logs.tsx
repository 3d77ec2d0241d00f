import { useEffect, useRef } from 'react';
import { Section } from '~/ui/page/section';
import { keyboardScrollable } from '~/ui/scroll-region';

/** Within this distance from the end, new lines keep the view at the end. */
const NEAR_PX = 24;

/** The log of a run, or a dash if it is empty. Follows the newest line unless the user has scrolled up. */
export function Logs({ lines }: { lines: readonly string[] }) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [lines]);
  return (
    <Section title="Logs">
      <pre
        ref={box}
        role="region"
        aria-label="Log lines"
        {...keyboardScrollable}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
        }}
        className="max-h-80 overflow-auto rounded-2 border border-line bg-sunken px-3.5 py-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
      >
        {lines.length === 0 ? '–' : lines.join('\n')}
      </pre>
    </Section>
  );
}
