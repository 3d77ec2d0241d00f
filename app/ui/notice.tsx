import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { toneClasses, type Tone } from './tone';

type NoticeTone = Exclude<Tone, 'neutral'>;

type Props = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or links that resolve it. */
  actions?: ReactNode;
  /** Makes the notice dismissible. */
  onDismiss?: () => void;
  className?: string;
};

const icons: Record<NoticeTone, LucideIcon> = {
  info: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
};

/** A message about the page. Warnings and errors are announced when they appear. */
export function Notice({ tone = 'info', title, children, actions, onDismiss, className }: Props) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2.5 rounded-1 px-3 py-2.5 text-s', toneClasses[tone], className)}
    >
      <Icon aria-hidden="true" className="my-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 grow flex-col gap-2">
        <div>
          {title ? <p className="font-semibold">{title}</p> : null}
          {children ? <div className={cx(title ? 'text-ink' : undefined)}>{children}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {onDismiss ? (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="-my-0.5 -mr-1 rounded-1 p-1 hover:bg-surface"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      ) : null}
    </div>
  );
}
