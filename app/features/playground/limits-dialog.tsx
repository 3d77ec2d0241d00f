import { useEffect, useRef, useState } from 'react';
import { fetchApi, Refusal } from '~/core/browser/call-api';
import { HOUR_MS } from '~/core/shared/clock';
import {
  PER_REQUEST_CAP_CENTS,
  RAISED_HOURS,
  RAISED_TOKENS,
  RAISED_USES,
  type Preferences,
} from '~/features/preferences';
import { Button } from '~/ui/button';
import { NumberField } from '~/ui/form/number-field';
import { Slider } from '~/ui/form/slider';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { formatCount } from '~/ui/format-count';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { showToast } from '~/ui/overlay/toast';
import { DateTime } from '~/ui/relative-time';
import { failureOf } from './failure';
import { MIN_OUTPUT_TOKENS, type Limits } from './use-limits';

type Props = {
  limits: Limits;
  isFreePlan: boolean;
  timezone: string;
  onClose: () => void;
  /** The preferences have changed on the server. */
  onSaved: () => void;
};

/** The bounds of each request: how long its reply, how dear it may be, and the raised limit of people who pay. */
export function LimitsDialog({ limits, isFreePlan, timezone, onClose, onSaved }: Props) {
  const { maxTokens, raise } = limits;
  const [tokens, setTokens] = useState<number | null>(maxTokens.tokens);
  const [capCents, setCapCents] = useState(limits.perRequestCapCents);
  const raising = useRaise();
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const tokensProblem = maxTokens.problemOf(tokens);
  const isSound = tokensProblem === undefined && (!raising.isOpen || raising.isSound);

  async function save(changes: Partial<Preferences>, done: string) {
    setIsSaving(true);
    setProblem(undefined);
    const refusal = await savePreferences(changes);
    setIsSaving(false);
    if (refusal !== undefined) {
      setProblem(refusal);
      return;
    }
    maxTokens.change(tokens);
    onSaved();
    onClose();
    showToast('success', done);
  }

  return (
    <Dialog
      isOpen
      size="m"
      onOpenChange={onClose}
      isLocked={isSaving}
      title="Limits"
      description="These apply to each request you send from here."
      footer={
        <>
          <Button onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isBusy={isSaving}
            disabled={!isSound}
            onClick={() =>
              void save(
                { PerRequestCapCents: capCents, ...(raising.isOpen ? raising.changes(Date.now()) : {}) },
                raising.isOpen ? 'Limit raised' : 'Limits saved',
              )
            }
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
        <NumberField
          label="Maximum tokens per reply"
          min={MIN_OUTPUT_TOKENS}
          max={limits.ceiling}
          step={64}
          value={tokens}
          onValueChange={setTokens}
          error={tokensProblem}
          hint={`Your account allows ${formatCount(limits.ceiling)}. 1,000 tokens are about 750 English words.`}
        />
        <Slider
          label="Per-request limit"
          min={0}
          {...PER_REQUEST_CAP_CENTS}
          value={capCents}
          onValueChange={setCapCents}
          format={(cents) => (cents === 0 ? 'Off' : formatBalance(microUsdFromCents(cents)))}
          hint="Requests that could cost more are refused. Saved with your account."
        />
        {isFreePlan ? null : raise ? (
          <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4 text-s">
            <p className="num">
              Raised to {formatCount(raise.tokens)} tokens for {raise.uses}{' '}
              {raise.uses === 1 ? 'more request' : 'more requests'}, until{' '}
              <DateTime at={raise.until} timeZone={timezone} />.
            </p>
            <Button
              size="s"
              disabled={isSaving}
              onClick={() =>
                void save(
                  {
                    PerRequestMaxOutputTokensOverride: null,
                    OverrideRemainingUses: 0,
                    OverrideExpiresUtc: null,
                  },
                  'Raised limit removed',
                )
              }
            >
              Remove raised limit
            </Button>
          </div>
        ) : (
          <RaiseLimit raising={raising} ceiling={limits.ceiling} />
        )}
      </div>
    </Dialog>
  );
}

/** Longer replies than the account allows, for some requests and some time. */
function RaiseLimit({ raising, ceiling }: { raising: Raising; ceiling: number }) {
  const firstField = useRef<HTMLInputElement>(null);
  const { isOpen } = raising;
  useEffect(() => {
    // The button that opened them is gone.
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

function useRaise() {
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
        nowMs + (values.hours ?? RAISED_HOURS.usual) * HOUR_MS - CLOCKS_DIFFER_MS,
      ).toISOString(),
    }),
  };
}

/** The longest time that may be asked for is not to fail for a browser whose clock runs ahead of the server's. */
const CLOCKS_DIFFER_MS = 60_000;

/** Why it was refused; undefined when it is saved. */
async function savePreferences(changes: Partial<Preferences>): Promise<string | undefined> {
  try {
    await fetchApi('/api/userpreferences', { body: changes });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return failureOf(error).message;
    return 'The limits could not be saved. Check your connection.';
  }
}
