import { Disclosure } from '~/ui/disclosure';
import { Checkbox } from '~/ui/form/checkbox';
import { NumberField } from '~/ui/form/number-field';
import { formatCount } from '~/ui/format-count';
import { MIN_OUTPUT_TOKENS, type useMaxTokens } from './use-max-tokens';

type Props = {
  maxTokens: ReturnType<typeof useMaxTokens>;
  ceiling: number;
  doNotStore: boolean;
  onDoNotStoreChange: (doNotStore: boolean) => void;
};

export function SendOptions({ maxTokens, ceiling, doNotStore, onDoNotStoreChange }: Props) {
  return (
    <Disclosure
      summary="Options"
      aside={
        <>
          at most {formatCount(maxTokens.tokens)} tokens{doNotStore ? ' · not stored' : ''}
        </>
      }
    >
      <div className="flex flex-col gap-3 pt-1">
        <NumberField
          label="Longest reply, in tokens"
          min={MIN_OUTPUT_TOKENS}
          max={ceiling}
          step={64}
          value={maxTokens.value}
          onValueChange={maxTokens.change}
          error={maxTokens.problem}
          hint={`Your account allows ${formatCount(ceiling)}. 1,000 tokens are about 750 English words.`}
        />
        <Checkbox
          label="Don’t store"
          checked={doNotStore}
          onChange={(event) => onDoNotStoreChange(event.currentTarget.checked)}
          hint="The reply is kept encrypted for 15 minutes, in case your connection breaks, and then deleted. The ledger keeps tokens and cost, never text."
        />
      </div>
    </Disclosure>
  );
}
