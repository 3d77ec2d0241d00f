const GOING_TO = 'going-to';

/**
 * Brings people to the page that they asked for, also when an update has taken away its code as this page knows it:
 * Remix then reloads the page that they are on, and nothing else.
 */
export function keepDestination(): void {
  const goingTo = take();
  const [load] = performance.getEntriesByType('navigation');
  if (goingTo !== null && load instanceof PerformanceNavigationTiming && load.type === 'reload')
    window.location.replace(goingTo);
  window.addEventListener('pagehide', () => {
    if (!('__remixRouter' in window)) return; // left before React had begun
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
    return null; // storage is forbidden
  }
}

function keep(address: string): void {
  try {
    sessionStorage.setItem(GOING_TO, address);
  } catch {
    // They click once more.
  }
}
