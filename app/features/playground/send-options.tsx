import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { formatCount } from '~/ui/format-count';
import type { PlaygroundData } from './playground-data';
import type { SendSettings } from './state';

type Props = {
  settings: SendSettings;
  limits: PlaygroundData['limits'];
  onChange: (changes: Partial<SendSettings>) => void;
  onOpenLimits: () => void;
};

/** Options of the request: storage, maximum length, maximum cost. */
export function SendOptions({ settings, limits, onChange, onOpenLimits }: Props) {
  const { doNotStore, usesRaise, maxTokens } = settings;
  const { raise, perRequestCapCents } = limits;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-s">
      <Checkbox
        label="Don’t store"
        checked={doNotStore}
        onChange={(event) => onChange({ doNotStore: event.currentTarget.checked })}
        hint={
          doNotStore
            ? 'The reply is kept encrypted for 15 minutes, in case you lose your connection, and then deleted. The ledger keeps tokens and cost, never text.'
            : undefined
        }
        className="max-w-full"
      />
      {raise ? (
        <Checkbox
          label={`Up to ${formatCount(raise.tokens)} tokens, ${String(raise.uses)} left`}
          checked={usesRaise}
          onChange={(event) => onChange({ usesRaise: event.currentTarget.checked })}
        />
      ) : null}
      <Button
        variant="ghost"
        size="s"
        className="num -mr-2 ml-auto"
        aria-haspopup="dialog"
        onClick={onOpenLimits}
      >
        Limit {formatCount(maxTokens)}
        {perRequestCapCents > 0 ? ` · ${formatBalance(microUsdFromCents(perRequestCapCents))}` : ''}
      </Button>
    </div>
  );
}
