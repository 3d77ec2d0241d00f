import { useState } from 'react';
import { fetchApi, ApiError } from '~/core/browser/call-api';
import { PER_REQUEST_CAP_CENTS, type Preferences } from '~/features/preferences';
import { Button } from '~/ui/button';
import { NumberField } from '~/ui/form/number-field';
import { Slider } from '~/ui/form/slider';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { showToast } from '~/ui/overlay/toast';
import { DateTime } from '~/ui/relative-time';
import { failureOf } from './failure';
import { RaiseLimit, useRaise } from './raise-limit';
import type { PlaygroundData } from './playground-data';
import { MIN_OUTPUT_TOKENS, tokensProblem } from './settings';

type Props = PlaygroundData['limits'] & {
  maxTokens: number;
  /** The account's maximum. */
  ceiling: number;
  isFreePlan: boolean;
  timezone: string;
  onMaxTokensChange: (tokens: number | null) => void;
  onClose: () => void;
  /** Called after the preferences were saved. */
  onSaved: () => void;
};

/** Limits of each request: length and cost of its reply, and the temporarily raised limit of paying users. */
export function LimitsDialog({ maxTokens, ceiling, raise, isFreePlan, timezone, ...props }: Props) {
  const { onClose, onSaved } = props;
  const [tokens, setTokens] = useState<number | null>(maxTokens);
  const [capCents, setCapCents] = useState(props.perRequestCapCents);
  const raising = useRaise();
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const invalidTokens = tokensProblem(tokens, ceiling);
  const isSound = invalidTokens === undefined && (!raising.isOpen || raising.isSound);

  async function save(changes: Partial<Preferences>, done: string) {
    setIsSaving(true);
    setProblem(undefined);
    const refusal = await savePreferences(changes);
    setIsSaving(false);
    if (refusal !== undefined) {
      setProblem(refusal);
      return;
    }
    props.onMaxTokensChange(tokens);
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
          max={ceiling}
          step={64}
          value={tokens}
          onValueChange={setTokens}
          error={invalidTokens}
          hint={`Your account allows ${formatCount(ceiling)}. 1,000 tokens are about 750 English words.`}
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
              Raised to {formatCount(raise.tokens)} tokens for {formatCountOf(raise.uses, 'more request')},
              until <DateTime at={raise.until} timeZone={timezone} />.
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
          <RaiseLimit raising={raising} ceiling={ceiling} />
        )}
      </div>
    </Dialog>
  );
}

/** Returns an error message, or undefined if saved. */
async function savePreferences(changes: Partial<Preferences>): Promise<string | undefined> {
  try {
    await fetchApi('/api/userpreferences', { body: changes });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return failureOf(error).message;
    return 'The limits could not be saved. Check your connection.';
  }
}
