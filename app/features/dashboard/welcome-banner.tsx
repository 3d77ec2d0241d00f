import { useEffect, useState } from 'react';
import { onUpgrade } from '~/core/browser/balance-signals';
import { Notice } from '~/ui/notice';

const SHOWN_MS = 4_000;

/** Four seconds of welcome for somebody who has just become Pro; above the page, so that nothing moves. */
export function WelcomeBanner() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => onUpgrade(() => setIsShown(true)), []);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <div className="pointer-events-none fixed inset-x-0 top-16 z-toast flex justify-center px-4">
      {isShown ? (
        <Notice tone="good" title="Welcome to Pro" className="shadow-2">
          You now have all models, Chat mode and five export formats.
        </Notice>
      ) : null}
    </div>
  );
}
