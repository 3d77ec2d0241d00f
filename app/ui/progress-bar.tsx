import { cx } from './cx';

type Props = {
  /** What gets on; read aloud. */
  label: string;
  value: number;
  /** Nothing is known yet when absent. */
  max?: number;
  className?: string;
};

/** How far something is. The figures stand beside it as text; this is for the eye. */
export function ProgressBar({ label, value, max, className }: Props) {
  const known = max !== undefined && max > 0;
  const share = known ? Math.min(1, value / max) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      {...(known ? { 'aria-valuemin': 0, 'aria-valuemax': max, 'aria-valuenow': Math.min(value, max) } : {})}
      className={cx('h-1.5 overflow-clip rounded-full bg-sunken', className)}
    >
      <div
        className={cx(
          'h-full rounded-full bg-accent transition-[width] duration-150 motion-reduce:transition-none',
          !known && 'w-full animate-pulse opacity-40 motion-reduce:animate-none',
        )}
        style={known ? { width: `${String(share * 100)}%` } : undefined}
      />
    </div>
  );
}
