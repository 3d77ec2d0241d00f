import { Button } from '~/ui/button';
import { microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import type { continuationCents } from './continuation';

type Props = {
  /** Null where requests are free. */
  cents: ReturnType<typeof continuationCents> | null;
  isSending: boolean;
  onContinue: () => void;
};

/** Gets the rest of a reply, with what that costs beside it as beside Send. */
export function Continuation({ cents, isSending, onContinue }: Props) {
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="s" disabled={isSending} onClick={onContinue}>
        Continue
      </Button>
      {cents ? (
        <Money
          use="estimate"
          className="whitespace-normal"
          typical={microUsdFromCents(cents.typical)}
          atMost={microUsdFromCents(cents.atMost)}
        />
      ) : (
        <span>{cents === null ? 'Free' : null}</span>
      )}
    </div>
  );
}
