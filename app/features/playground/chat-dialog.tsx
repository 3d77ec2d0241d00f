import { useState } from 'react';
import { ccoOf, chatFloorCents } from '~/features/completions';
import { Button } from '~/ui/button';
import { Slider } from '~/ui/form/slider';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { Dialog } from '~/ui/overlay/dialog';

const BUDGET = { min: 0, max: 90, step: 5, usual: 20 } as const;

type Props = {
  availableMicroUsd: number;
  onClose: () => void;
  onBegin: (percent: number) => void;
};

/** Sets a chat's budget before it starts. */
export function ChatDialog({ availableMicroUsd, onClose, onBegin }: Props) {
  const balanceCents = Math.floor(availableMicroUsd / 10_000);
  const [percent, setPercent] = useState<number>(BUDGET.usual);
  const ccoCents = ccoOf(balanceCents, percent);
  const floorCents = chatFloorCents(ccoCents);
  const dollars = (cents: number) => formatBalance(microUsdFromCents(cents));
  return (
    <Dialog
      isOpen
      size="m"
      onOpenChange={onClose}
      title="Switch to Chat Mode"
      description="Each request includes the earlier messages so the model remembers them, and each one costs a little more. Choose how much of your balance this chat may spend."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onBegin(percent)}>
            Switch to Chat
          </Button>
        </>
      }
    >
      <Slider
        label="Chat budget"
        {...BUDGET}
        value={percent}
        onValueChange={setPercent}
        format={(value) => `${String(value)}% of your balance`}
      />
      <dl className="num mt-4 grid grid-cols-[1fr_auto] gap-y-1 text-s">
        <dt className="text-ink-2">Balance</dt>
        <dd className="text-right">{formatBalance(availableMicroUsd)}</dd>
        <dt className="text-ink-2">Chat budget</dt>
        <dd className="text-right">{dollars(balanceCents - ccoCents)}</dd>
        <dt className="font-medium">Chat cutoff (CCO)</dt>
        <dd className="text-right font-medium">{dollars(ccoCents)}</dd>
      </dl>
      <p className="mt-3 text-xs text-ink-3">
        {floorCents >= balanceCents
          ? balanceCents <= chatFloorCents(0)
            ? 'Insufficient balance for chat.'
            : 'This budget is too small for any request. Raise it to chat.'
          : `Requests that could bring your balance below ${dollars(floorCents)} are blocked. At the cutoff, the page returns to Work mode.`}
      </p>
    </Dialog>
  );
}
