import { useEffect, useState, type ComponentType } from 'react';
import { showToast } from './overlay/toast';

type Part<Props> = ComponentType<Props> & {
  /** Fetches the code ahead of its first use. */
  preload: () => void;
};

/**
 * A part whose code is loaded when it is first shown, so that no first load pays for it. Until it is there the
 * fallback stands in its place. Unlike `React.lazy`, a load that fails does not take the page with it: the reader
 * is told, and the next time it is tried again.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
): Part<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchPart = async () => (loaded ??= await load());

  function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      let isMounted = true;
      fetchPart()
        .then((part) => {
          if (isMounted) setLoaded(() => part);
        })
        .catch(() => showToast('error', 'Part of this page could not be loaded. Check your connection.'));
      return () => {
        isMounted = false;
      };
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return Fallback ? <Fallback {...props} /> : null;
  }
  // Whoever shows the part later hears of a failure then.
  return Object.assign(OnDemand, { preload: () => void fetchPart().catch(() => undefined) });
}
