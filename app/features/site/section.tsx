import type { ReactNode } from 'react';
import { cx } from '~/ui/cx';

type Props = { id?: string; title: string; lead?: ReactNode; children: ReactNode; className?: string };

/** One stretch of a long page: its title on the left, what it says on the right, a hairline above. */
export function Section({ id, title, lead, children, className }: Props) {
  return (
    <section id={id} className={cx('border-t border-line', className)}>
      <div className="mx-auto grid max-w-280 gap-x-16 gap-y-6 px-5 py-12 md:grid-cols-[4fr_8fr] md:px-6 md:py-18">
        <div>
          <h2 className="text-[24px] leading-[1.2] tracking-[-0.02em]">{title}</h2>
          {lead ? <p className="mt-3 max-w-[40ch] text-pretty text-ink-2">{lead}</p> : null}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
