import type { ReactNode } from 'react';
import { cx } from '~/ui/cx';

type BandProps = { id?: string; tone?: 'paper' | 'surface'; children: ReactNode; className?: string };

/** A section of a long page, with a line above. */
export function Band({ id, tone = 'paper', children, className }: BandProps) {
  return (
    <section id={id} className={cx('border-t border-line', tone === 'surface' && 'bg-surface')}>
      <div className={cx('mx-auto max-w-280 px-4 py-12 sm:px-6 md:py-18', className)}>{children}</div>
    </section>
  );
}

type HeadingProps = { title: string; lead?: ReactNode };

export function SectionHeading({ title, lead }: HeadingProps) {
  return (
    <>
      <h2 className="text-[24px] leading-[1.2] tracking-[-0.02em]">{title}</h2>
      {lead ? <p className="mt-3 max-w-[56ch] text-pretty text-ink-2">{lead}</p> : null}
    </>
  );
}

type Props = HeadingProps & Omit<BandProps, 'className'>;

/** Title on the left, content on the right. */
export function Section({ title, lead, children, ...band }: Props) {
  return (
    <Band {...band} className="grid gap-x-16 gap-y-6 lg:grid-cols-[4fr_8fr]">
      <div>
        <SectionHeading title={title} lead={lead} />
      </div>
      <div className="min-w-0">{children}</div>
    </Band>
  );
}
