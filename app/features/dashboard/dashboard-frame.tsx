import { useLocation, useSearchParams } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { onBalanceRefresh, onUpgrade } from '~/core/browser/balance-signals';
import { useRefresh } from '~/core/browser/use-refresh';
import { DASHBOARD_TAB_LABELS, DASHBOARD_TABS, DATE_RANGES } from '~/features/preferences';
import { ButtonLink } from '~/ui/button-link';
import { PageFrame } from '~/ui/page/page-frame';
import { SegmentedLinks } from '~/ui/segmented-links';
import { LowBalanceModal } from './low-balance-modal';
import type { readDashboardFrame } from './read-frame.server';
import { Notice } from '~/ui/notice';

type Props = Awaited<ReturnType<typeof readDashboardFrame>> & { children: ReactNode };

/** The other tabs have their own filters. */
const TABS_WITH_PERIOD: readonly string[] = [
  'overview',
  'analytics',
  'insights',
] satisfies (typeof DASHBOARD_TABS)[number][];

/** Layout of the dashboard. The selected period is kept between tabs. */
export function DashboardFrame({ range, lowBalance, children }: Props) {
  const { pathname } = useLocation();
  useBalanceRefresh({ isFrozen: pathname.endsWith('/settings') });
  const [params] = useSearchParams();
  const period = params.get('range');
  const search = period === null ? '' : `?${new URLSearchParams({ range: period }).toString()}`;
  const apiKey = params.get('apiKey');
  const keptFilter: Record<string, string> = apiKey === null ? {} : { apiKey };
  const hasPeriod = TABS_WITH_PERIOD.includes(pathname.split('/').at(-1) ?? '');
  return (
    <PageFrame
      title="Dashboard"
      actions={
        <>
          {hasPeriod ? (
            <SegmentedLinks
              label="Period"
              links={DATE_RANGES.map((each) => ({
                to: `?${new URLSearchParams({ ...keptFilter, range: each }).toString()}`,
                label: each,
                isCurrent: each === range,
              }))}
            />
          ) : null}
          <ButtonLink to="/top-up" variant="primary" className="min-h-11 sm:min-h-8.5">
            Top up
          </ButtonLink>
        </>
      }
      navigation={{
        label: 'Dashboard',
        pages: DASHBOARD_TABS.map((tab) => ({
          to: `/dashboard/${tab}${search}`,
          label: DASHBOARD_TAB_LABELS[tab],
        })),
      }}
    >
      <WelcomeBanner />
      {lowBalance === null ? null : <LowBalanceModal {...lowBalance} />}
      {children}
    </PageFrame>
  );
}

/**
 * Reloads figures when the window gains focus or the balance changes in another one. Not while a form is open: an
 * expired session would redirect to the login page and lose its changes.
 */
function useBalanceRefresh({ isFrozen }: { isFrozen: boolean }): void {
  const refresh = useRefresh();
  useEffect(() => (isFrozen ? undefined : onBalanceRefresh(refresh)), [refresh, isFrozen]);
}

const SHOWN_MS = 4_000;

/** Welcomes new Pro users for four seconds; above the page, so that nothing moves. */
function WelcomeBanner() {
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
