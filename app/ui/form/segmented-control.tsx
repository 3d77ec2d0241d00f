import { useId, type ReactNode } from 'react';
import { cx } from '../cx';

type Segment<V extends string> = { value: V; label: ReactNode; isDisabled?: boolean };

type Props<V extends string> = {
  /** Names the choice; visually hidden. */
  label: string;
  segments: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
  name?: string;
  className?: string;
};

/** A choice of a few visible options. Radio buttons underneath, so arrow keys change the selection. */
export function SegmentedControl<V extends string>({
  label,
  segments,
  value,
  onChange,
  name,
  className,
}: Props<V>) {
  const ownName = useId();
  return (
    <fieldset
      className={cx('inline-flex self-start overflow-clip rounded-1 border border-line-strong', className)}
    >
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={cx(
            'flex min-h-11 items-center px-4 text-s font-medium transition-colors duration-100 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent sm:min-h-8 sm:px-3',
            segment.value === value ? 'bg-ink text-paper' : 'text-ink-2 hover:bg-chosen hover:text-ink',
            segment.isDisabled && 'opacity-55',
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name ?? ownName}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.isDisabled}
            onChange={() => onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
