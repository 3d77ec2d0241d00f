import type { ReactNode } from 'react';
import { cx } from './cx';
import { toneClasses, type Tone } from './tone';

type Props = {
  tone?: Exclude<Tone, 'neutral'>;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or links that mend it. */
  actions?: ReactNode;
  className?: string;
};

/** Something to know before going on. Warnings and failures are read aloud when they appear. */
export function Notice({ tone = 'info', title, children, actions, className }: Props) {
  return (
    <div
      role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
      className={cx('flex flex-col gap-2 rounded-1 px-3 py-2.5 text-s', toneClasses[tone], className)}
    >
      <div>
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className={cx(title ? 'text-ink' : undefined)}>{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
