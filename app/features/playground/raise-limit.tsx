import { useEffect, useRef, useState } from 'react';
import { HOUR_MS } from '~/core/shared/clock';
import { RAISED_HOURS, RAISED_TOKENS, RAISED_USES, type Preferences } from '~/features/preferences';
import { Button } from '~/ui/button';
import { NumberField } from '~/ui/form/number-field';
import { formatCount } from '~/ui/format-count';

/** Raises the reply limit above the account's for some requests and some time. */
export function RaiseLimit({ raising, ceiling }: { raising: Raising; ceiling: number }) {
  const firstField = useRef<HTMLInputElement>(null);
  const { isOpen } = raising;
  useEffect(() => {
    // The button that opened the fields was removed.
    if (isOpen) firstField.current?.focus();
  }, [isOpen]);
  if (ceiling >= RAISED_TOKENS.max) {
    return (
      <p className="border-t border-line pt-4 text-s text-ink-2">
        Your account has the highest limit, so there is nothing to raise.
      </p>
    );
  }
  if (!isOpen) {
    return (
      <div className="border-t border-line pt-4">
        <Button size="s" onClick={raising.open}>
          Raise limits…
        </Button>
      </div>
    );
  }
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">Raise limits</legend>
      <p className="text-s text-ink-2">
        Replies can be longer than {formatCount(ceiling)} tokens if the model supports it. Only requests over
        your normal limit count.
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        {raising.fields.map(({ name, label, range, value, error, set }, index) => (
          <NumberField
            key={name}
            ref={index === 0 ? firstField : undefined}
            label={label}
            {...range}
            value={value}
            onValueChange={set}
            error={error}
            hint={
              name === 'tokens' && value !== null && value <= ceiling
                ? `You already have ${formatCount(ceiling)}. Enter more to raise it.`
                : undefined
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const RAISE_FIELDS = [
  { name: 'tokens', label: 'Tokens', range: rangeOf(RAISED_TOKENS) },
  { name: 'uses', label: 'Requests', range: rangeOf(RAISED_USES) },
  { name: 'hours', label: 'Hours', range: rangeOf(RAISED_HOURS) },
] as const;

function rangeOf({ min, max, step = 1 }: { min: number; max: number; step?: number }) {
  return { min, max, step };
}

type RaiseField = (typeof RAISE_FIELDS)[number]['name'];
type Raising = ReturnType<typeof useRaise>;

/** State of the fields, and the account change they make. */
export function useRaise() {
  const [isOpen, setIsOpen] = useState(false);
  const [values, setValues] = useState<Record<RaiseField, number | null>>({
    tokens: RAISED_TOKENS.usual,
    uses: RAISED_USES.usual,
    hours: RAISED_HOURS.usual,
  });
  const fields = RAISE_FIELDS.map(({ name, label, range }) => {
    const value = values[name];
    const isSound =
      value !== null && value >= range.min && value <= range.max && Number.isInteger(value / range.step);
    const steps = range.step === 1 ? '' : `, in steps of ${formatCount(range.step)}`;
    return {
      name,
      label,
      range,
      value,
      error: isSound ? undefined : `Enter ${formatCount(range.min)} to ${formatCount(range.max)}${steps}.`,
      set: (next: number | null) => setValues((before) => ({ ...before, [name]: next })),
    };
  });
  return {
    isOpen,
    open: () => setIsOpen(true),
    fields,
    isSound: fields.every(({ error }) => error === undefined),
    changes: (nowMs: number): Partial<Preferences> => ({
      PerRequestMaxOutputTokensOverride: values.tokens,
      OverrideRemainingUses: values.uses ?? RAISED_USES.usual,
      OverrideExpiresUtc: new Date(
        nowMs + (values.hours ?? RAISED_HOURS.usual) * HOUR_MS - MAX_CLOCK_SKEW_MS,
      ).toISOString(),
    }),
  };
}

/** Tolerance, so that the longest allowed time doesn't fail for a clock ahead of the server's. */
const MAX_CLOCK_SKEW_MS = 60_000;
