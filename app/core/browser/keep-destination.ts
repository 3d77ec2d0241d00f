const GOING_TO = 'going-to';

/**
 * After an update, a navigation may need code that no longer exists; Remix then reloads the current page. This reloads
 * the requested page instead.
 */
export function keepDestination(): void {
  const goingTo = take();
  const [load] = performance.getEntriesByType('navigation');
  if (goingTo !== null && load instanceof PerformanceNavigationTiming && load.type === 'reload')
    window.location.replace(goingTo);
  window.addEventListener('pagehide', () => {
    if (!('__remixRouter' in window)) return; // navigated before hydration
    const { location } = window.__remixRouter.state.navigation;
    if (location) keep(location.pathname + location.search + location.hash);
  });
}

function take(): string | null {
  try {
    const kept = sessionStorage.getItem(GOING_TO);
    sessionStorage.removeItem(GOING_TO);
    return kept;
  } catch {
    return null; // storage is disabled
  }
}

function keep(address: string): void {
  try {
    sessionStorage.setItem(GOING_TO, address);
  } catch {
    // The user has to click again.
  }
}
