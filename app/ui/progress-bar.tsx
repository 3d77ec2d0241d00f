import { cx } from './cx';

type Props = {
  /** What gets on; read aloud. */
  label: string;
  value: number;
  /** Nothing is known yet when absent. */
  max?: number;
  /** How much of the value has failed; shown in red at its end. */
  failed?: number;
  className?: string;
};

/** How far something is. The figures stand beside it as text; this is for the eye. */
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
