import { useLocation, useMatches } from '@remix-run/react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import {
  discardedAt,
  forgetDiscarded,
  keepDiscarded,
  onDiscarded,
  readDiscarded,
} from '~/core/browser/discarded';
import { DiscardedTextsContext, type DiscardedTexts } from '~/ui/discarded-texts';
import { lazyPanel } from '~/ui/lazy-component';
import { SkipLink } from '~/ui/skip-link';
import { usePreloadedPanels } from '~/ui/overlay/lazy-panels';
import { Toaster, ToastStack } from '~/ui/overlay/toaster';
import { ProgressLine } from '~/ui/page/progress-line';
import { AccountNotice } from './account-notice';
import { ConnectionNotice } from './connection-notice';
import { Footer } from './footer';
import { Header } from './header';
import { LogoutGuard } from './logout-guard';
import { LowBalanceWarning } from './low-balance-warning';
import type { ShellData } from './read-shell.server';
import { SessionNotice } from './session-notice';
import { rememberPage } from './recent-pages';
import { RouteAnnouncer } from './route-announcer';
import { useBrowserTimezone } from './use-browser-timezone';
import { useHttps } from './use-https';

const CommandPalette = lazyPanel(async () => (await import('./command-palette')).CommandPalette);
const MenuSheet = lazyPanel(async () => (await import('./menu-sheet')).MenuSheet);

const PRELOADED = [CommandPalette, MenuSheet, ToastStack];

type Props = Omit<ShellData, 'actor'> & { user: ShellData['actor']; children: ReactNode };

type Panel = 'palette' | 'menu' | null;

const DISCARDED_TEXTS: DiscardedTexts = {
  keep: keepDiscarded,
  forget: forgetDiscarded,
  read: readDiscarded,
  at: discardedAt,
  subscribe: onDiscarded,
};

/** The frame around every page. Overlays are loaded on demand. */
export function AppShell({
  user,
  balanceMicroUsd,
  offersTopUp,
  lowBalance,
  openTimezone,
  theme,
  isSetUp,
  httpsOrigin,
  children,
}: Props) {
  useHttps(httpsOrigin);
  useBrowserTimezone(openTimezone);
  const [openPanel, setOpenPanel] = useState<Panel>(null);
  const close = useCallback(() => setOpenPanel(null), []);
  usePreloadedPanels(PRELOADED);
  const openPalette = useCallback(() => setOpenPanel('palette'), []);
  usePaletteHotkey(openPalette);
  const { pathname } = useLocation();
  useEffect(() => rememberPage(pathname), [pathname]);
  const handles = useMatches().flatMap(({ handle }) => (isHandle(handle) ? [handle] : []));
  const isWorkbench = handles.some((handle) => handle.isWorkbench);
  const showsBalance = handles.some((handle) => handle.showsBalance);

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink targetId="content" />
      <ProgressLine />
      <Header
        {...{ user, balanceMicroUsd, offersTopUp, theme }}
        isBalanceOnPage={showsBalance}
        isLow={lowBalance !== null}
        onOpenPalette={openPalette}
        onOpenMenu={() => setOpenPanel('menu')}
      />
      <ConnectionNotice />
      {user ? <AccountNotice userId={user.userId} /> : null}
      {user ? <SessionNotice key={user.userId} /> : null}
      {isSetUp ? null : <SetupNotice />}
      {lowBalance === null ? null : <LowBalanceWarning {...lowBalance} />}
      <main id="content" tabIndex={-1} className="relative flex grow flex-col outline-none">
        <DiscardedTextsContext.Provider value={DISCARDED_TEXTS}>{children}</DiscardedTextsContext.Provider>
      </main>
      {isWorkbench ? null : <Footer user={user} />}
      <RouteAnnouncer />
      <Toaster />
      <LogoutGuard />
      {openPanel === 'palette' ? <CommandPalette onClose={close} user={user} /> : null}
      {openPanel === 'menu' ? (
        <MenuSheet onClose={close} onSearch={openPalette} user={user} theme={theme} />
      ) : null}
    </div>
  );
}

/** Until there is an administrator, no other link works, so the notice explains how to begin. */
function SetupNotice() {
  const { pathname } = useLocation();
  if (pathname === '/setup') return null;
  return (
    <p role="status" className="border-b border-line bg-info-soft px-4 py-2.5 text-s text-ink md:px-5">
      <strong className="font-semibold text-info">Not set up yet:</strong> open the link printed where the
      server was started.
    </p>
  );
}

/** Ctrl K, or Cmd K on a Mac, regardless of focus. */
function usePaletteHotkey(onPress: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onPress]);
}

/** A route's handle: a workbench fills the window and has no footer. */
interface Handle {
  isWorkbench?: boolean;
  /** In a wide window the page itself shows the balance. */
  showsBalance?: boolean;
}

function isHandle(handle: unknown): handle is Handle {
  return typeof handle === 'object' && handle !== null;
}
