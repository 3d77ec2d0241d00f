import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  summary: ReactNode;
  /** Shown even when closed, e.g. a count or the current value. */
  aside?: ReactNode;
  isOpenAtFirst?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** Collapsible details. A native element, so it works without JavaScript and "Find in page" opens it. */
export function Disclosure({ summary, aside, isOpenAtFirst = false, onToggle, children }: Props) {
  return (
    <details
      className="group text-s"
      open={isOpenAtFirst || undefined}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
    >
      <summary className="tappable flex min-h-7 list-none items-center gap-1.5 rounded-1 font-medium text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-3 transition-transform duration-100 group-open:rotate-90"
        />
        {summary}
        {aside ? <span className="num font-normal text-ink-3">{aside}</span> : null}
      </summary>
      <div className="mt-2 pl-5.5">{children}</div>
    </details>
  );
}
