import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '~/ui/cx';

type Props = {
  id: string;
  title: string;
  /** Undefined until hydration, which shows it folded. */
  isOpen: boolean | undefined;
  onToggle: () => void;
  /** Shown beside the title while folded. */
  aside?: ReactNode;
  /** Shown beside the title while open. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A section of the composer that is folded until it is needed. */
export function FoldedSection({
  id,
  title,
  isOpen = false,
  onToggle,
  aside,
  actions,
  className,
  children,
}: Props) {
  return (
    <section aria-labelledby={`${id}-title`} className={cx('flex min-h-0 flex-col', className)}>
      <div className="flex min-h-8 items-center gap-2">
        <h2 id={`${id}-title`} className="shrink-0">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-content`}
            onClick={onToggle}
            className="tappable -ml-1 flex items-center gap-1.5 rounded-1 px-1 text-s font-semibold hover:text-accent"
          >
            <ChevronDown
              aria-hidden="true"
              className={cx(
                'size-4 shrink-0 text-ink-3 transition-transform duration-100',
                !isOpen && '-rotate-90',
              )}
            />
            {title}
          </button>
        </h2>
        {isOpen ? <div className="-mr-2 ml-auto flex">{actions}</div> : aside}
      </div>
      <div
        id={`${id}-content`}
        hidden={!isOpen}
        className="min-h-0 pt-2 pb-1 lg:-mx-1.5 lg:overflow-y-auto lg:px-1.5"
      >
        {children}
      </div>
    </section>
  );
}
