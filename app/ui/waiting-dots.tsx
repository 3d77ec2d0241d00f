import { cx } from './cx';

/** An animated waiting indicator. Needs text for screen readers beside it. */
export function WaitingDots({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('flex items-center justify-center gap-1', className)}>
      {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
        <span key={delay} className={cx('size-1.25 animate-wait rounded-full bg-current', delay)} />
      ))}
    </span>
  );
}
