import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  icon: LucideIcon;
  /** Null if there is nothing to show. */
  title: string | null;
  action?: ReactNode;
  children: ReactNode;
};

/** A status line above every page. Always in the DOM, so that changes are announced. */
export function StatusBar({ icon: Icon, title, action, children }: Props) {
  return (
    <div role="status" className="sticky top-0 z-bar">
      {title === null ? null : (
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-1.5 text-s md:px-5">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-warn" />
          <p className="grow basis-60">
            <strong className="font-semibold text-warn">{title}</strong> {children}
          </p>
          {action}
        </div>
      )}
    </div>
  );
}
