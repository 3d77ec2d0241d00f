import { Checkbox } from '~/ui/form/checkbox';
import { formatCount } from '~/ui/format-count';
import { TextField } from '~/ui/form/text-field';
import { MIN_OUTPUT_TOKENS, type useMaxTokens } from './use-max-tokens';

type Props = {
  maxTokens: ReturnType<typeof useMaxTokens>;
  ceiling: number;
  doNotStore: boolean;
  onDoNotStoreChange: (doNotStore: boolean) => void;
};

export function SendOptions({ maxTokens, ceiling, doNotStore, onDoNotStoreChange }: Props) {
  return (
    <details className="group text-s" open={undefined}>
      <summary className="flex min-h-6 list-none items-center gap-2 rounded-1 font-medium text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="text-ink-3 transition-transform duration-100 group-open:rotate-90"
        >
          ›
        </span>
        Options
        <span className="num font-normal text-ink-3">
          at most {formatCount(maxTokens.tokens)} tokens{doNotStore ? ' · not stored' : ''}
        </span>
      </summary>
      <div className="mt-3 flex flex-col gap-3 pl-4">
        <TextField
          label="Longest reply, in tokens"
          type="number"
          inputMode="numeric"
          min={MIN_OUTPUT_TOKENS}
          max={ceiling}
          step={64}
          value={maxTokens.text}
          onChange={(event) => maxTokens.change(event.currentTarget.value)}
          onBlur={maxTokens.settle}
          hint={`Your account allows ${formatCount(ceiling)}. 1,000 tokens are about 750 English words.`}
        />
        <Checkbox
          label="Don’t store"
          checked={doNotStore}
          onChange={(event) => onDoNotStoreChange(event.currentTarget.checked)}
          hint="The reply is kept encrypted for 15 minutes, in case your connection breaks, and then deleted. The ledger keeps tokens and cost, never text."
        />
      </div>
    </details>
  );
}
