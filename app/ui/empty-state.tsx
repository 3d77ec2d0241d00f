import type { ReactNode } from 'react';
import { cx } from './cx';

type Props = {
  title: string;
  /** One line: what would be here. */
  children?: ReactNode;
  /** One button or link that makes it so. */
  action?: ReactNode;
  className?: string;
};

/** Nothing here yet: says what would be here and how to make it so. */
export function EmptyState({ title, children, action, className }: Props) {
  return (
    <div className={cx('flex flex-col items-center gap-1 px-6 py-12 text-center', className)}>
      <p className="text-m font-semibold">{title}</p>
      {children ? <div className="max-w-[52ch] text-s text-balance text-ink-2">{children}</div> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
