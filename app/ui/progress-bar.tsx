import { cx } from './cx';

type Props = {
  /** Names the progress for screen readers. */
  label: string;
  value: number;
  /** Undefined: indeterminate. */
  max?: number;
  /** The part of `value` that failed, shown in red at the end. */
  failed?: number;
  className?: string;
};

/** A progress bar. Its figures should also be given as text beside it. */
export function ProgressBar({ label, value, max, failed = 0, className }: Props) {
  const known = max !== undefined && max > 0;
  const widthOf = (count: number) =>
    known ? { width: `${String(Math.min(1, count / max) * 100)}%` } : undefined;
  return (
    <div
      role="progressbar"
      aria-label={label}
      {...(known ? { 'aria-valuemin': 0, 'aria-valuemax': max, 'aria-valuenow': Math.min(value, max) } : {})}
      className={cx('flex h-1.5 overflow-clip rounded-full bg-line forced-color-adjust-none', className)}
    >
      <div
        className={cx(
          'h-full bg-accent transition-[width] duration-150 motion-reduce:transition-none',
          !known && 'w-full animate-pulse opacity-40 motion-reduce:animate-none',
        )}
        style={widthOf(value - failed)}
      />
      {failed > 0 ? <div className="h-full bg-bad" style={widthOf(failed)} /> : null}
    </div>
  );
}
