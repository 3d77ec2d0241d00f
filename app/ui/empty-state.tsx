import type { ReactNode } from 'react';
import { cx } from './cx';

type Props = {
  title: string;
  /** One line about what will appear here. */
  children?: ReactNode;
  /** A button or link that creates the first entry. */
  action?: ReactNode;
  className?: string;
};

/** Placeholder of an empty list. Says what will appear here and how to create it. */
export function EmptyState({ title, children, action, className }: Props) {
  return (
    <div className={cx('flex flex-col items-center gap-1 px-6 py-12 text-center', className)}>
      <p className="text-m font-semibold">{title}</p>
      {children ? <div className="max-w-[52ch] text-s text-balance text-ink-2">{children}</div> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
