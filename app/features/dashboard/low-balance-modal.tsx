import { useNavigate, useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { dismissLowBalance, isLowBalanceDismissed } from '~/core/shared/low-balance-dismissal';
import type { LowBalance } from '~/features/shell';
import { Button } from '~/ui/button';
import { formatBalance, formatUserBalance, microUsdFromCents } from '~/ui/format-money';
import { Dialog } from '~/ui/overlay/dialog';

/** Shown once per session when the balance has fallen to the user's warning level. */
export function LowBalanceModal({ warnCents, ...balance }: LowBalance) {
  const [isOpen, setIsOpen] = useState(false);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  useEffect(() => setIsOpen(!isLowBalanceDismissed()), []);
  const dismiss = () => {
    dismissLowBalance();
    setIsOpen(false);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => {
        dismiss();
        // Also removes the banner above the page.
        revalidate();
      }}
      title="Your balance is low"
      description={`You’re down to ${formatUserBalance(balance)}. You asked to be warned at ${formatBalance(microUsdFromCents(warnCents))}.`}
      footer={
        <>
          <Button
            onClick={() => {
              dismiss();
              revalidate();
            }}
          >
            Not now
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              dismiss();
              navigate('/top-up');
            }}
          >
            Top up
          </Button>
        </>
      }
    />
  );
}
