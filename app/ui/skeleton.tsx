import { cx } from './cx';

/** Stands where something will be, in its size, so that nothing jumps. Give width and height by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-wait rounded-1 bg-line', className)} />;
}

/** Stands where a text will be. */
export function TextSkeleton({ className }: { className?: string }) {
  return (
    <div className={cx('flex flex-col gap-2.5', className)}>
      <Skeleton className="h-3 w-[92%]" />
      <Skeleton className="h-3 w-[84%]" />
      <Skeleton className="h-3 w-[47%]" />
    </div>
  );
}
