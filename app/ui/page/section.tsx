import { useId, type ReactNode } from 'react';
import { cx } from '../cx';

type Props = {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  id?: string;
  className?: string;
  children: ReactNode;
};

/** A titled part of a page. */
export function Section({ title, lead, actions, id, className, children }: Props) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={cx('mt-10 first:mt-0', className)}>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <h2 id={titleId} className="text-l">
            {title}
          </h2>
          {lead ? <p className="max-w-[68ch] text-s text-balance text-ink-2">{lead}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

/** Filters and search at the start, actions at the end. Wraps on narrow screens. */
export function Toolbar({ label, children, end }: { label: string; children?: ReactNode; end?: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2">
      {children}
      {end ? <div className="sm:ml-auto flex min-h-9 flex-wrap items-center gap-2">{end}</div> : null}
    </div>
  );
}
