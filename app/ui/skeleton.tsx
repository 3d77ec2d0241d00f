import { cx } from './cx';

/** Stands where something will be, in its size, so that nothing jumps. Give width and height by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-wait rounded-1 bg-line', className)} />;
}
