import { cx } from './cx';

/** Placeholder of loading content, sized by class so that the layout doesn't shift. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-wait rounded-1 bg-line', className)} />;
}

/** Placeholder of a loading text. */
export function TextSkeleton({ className }: { className?: string }) {
  return (
    <div className={cx('flex flex-col gap-2.5', className)}>
      <Skeleton className="h-3 w-[92%]" />
      <Skeleton className="h-3 w-[84%]" />
      <Skeleton className="h-3 w-[47%]" />
    </div>
  );
}
