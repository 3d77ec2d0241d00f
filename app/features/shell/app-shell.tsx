import { useMatches } from '@remix-run/react';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import type { Theme } from '~/core/shared/theme';
import { SkipLink } from '~/ui/skip-link';
import { usePreloadedPanels } from '~/ui/overlay/on-demand-panels';
import { Toaster } from '~/ui/overlay/toaster';
import { ProgressLine } from '~/ui/page/progress-line';
import type { Visitor } from './destinations';
import { Footer } from './footer';
import { Header } from './header';
import { LowBalanceWarning } from './low-balance-warning';
import { RouteAnnouncer } from './route-announcer';
import { useHotkey } from './use-hotkey';

const CommandPalette = lazy(() => import('./command-palette'));
const MenuSheet = lazy(() => import('./menu-sheet'));

type Props = {
  visitor: Visitor;
  balanceCents: number | null;
  lowBalanceWarnCents: number | null;
  theme: Theme;
  children: ReactNode;
};

type Panel = 'palette' | 'menu' | null;

/** Everything around a page. What opens on demand is loaded on demand. */
export function AppShell({ visitor, balanceCents, lowBalanceWarnCents, theme, children }: Props) {
  const [openPanel, setOpenPanel] = useState<Panel>(null);
  const [loadedPanels, setLoadedPanels] = useState<readonly Panel[]>([]);
  const open = useCallback((panel: Panel) => {
    setLoadedPanels((before) => [...before, panel]);
    setOpenPanel(panel);
  }, []);
  const close = useCallback(() => setOpenPanel(null), []);
  usePreloadedPanels();
  useHotkey(
    'k',
    useCallback(() => open('palette'), [open]),
  );
  const isWorkbench = useMatches().some(({ handle }) => isHandle(handle) && handle.isWorkbench === true);

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink targetId="content" />
      <ProgressLine />
      <Header
        {...{ visitor, balanceCents, theme }}
        isLow={lowBalanceWarnCents !== null}
        onOpenPalette={() => open('palette')}
        onOpenMenu={() => open('menu')}
      />
      {balanceCents !== null && lowBalanceWarnCents !== null ? (
        <LowBalanceWarning balanceCents={balanceCents} warnCents={lowBalanceWarnCents} />
      ) : null}
      <main id="content" tabIndex={-1} className="relative flex grow flex-col outline-none">
        {children}
      </main>
      {isWorkbench ? null : <Footer visitor={visitor} />}
      <RouteAnnouncer />
      <Toaster />
      <Suspense>
        {loadedPanels.includes('palette') ? (
          <CommandPalette isOpen={openPanel === 'palette'} onClose={close} visitor={visitor} />
        ) : null}
        {loadedPanels.includes('menu') ? (
          <MenuSheet isOpen={openPanel === 'menu'} onOpenChange={close} visitor={visitor} theme={theme} />
        ) : null}
      </Suspense>
    </div>
  );
}

/** What a route may say about its page: a workbench fills the window and has no footer. */
function isHandle(handle: unknown): handle is { isWorkbench?: boolean } {
  return typeof handle === 'object' && handle !== null;
}
