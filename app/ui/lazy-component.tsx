import { useEffect, useRef, useState, type ComponentType } from 'react';
import { showToast } from './overlay/toast';

type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code before its first use. */
  preload: () => void;
};

type Options<Props> = {
  /** Shown until the code has loaded. */
  fallback?: ComponentType<Props & { hasFailed: boolean }>;
  /** Waits for the first user interaction before loading. */
  afterInteraction?: boolean;
  /**
   * Called when loading has failed and the user ignores the offer to retry. Closes the component, so that it can be
   * opened again.
   */
  onGiveUp?: (props: Props) => void;
};

const NOT_LOADED = 'Part of this page couldn’t be loaded. Check your connection.';
/** For a repeated failure while online: after an update, the server no longer has this page's files. */
const OUTDATED = 'Part of this page couldn’t be loaded. Promptwell may have been updated. Reload the page.';
const RELOAD = { label: 'Reload', onAction: () => window.location.reload() };

/** Not focus events, which a page may cause itself. */
const INTERACTION_EVENTS = ['pointerover', 'keydown', 'touchstart'] as const;

/** Runs the callback at the first user interaction. Returns a function that cancels. */
export function onFirstInteraction(callback: () => void): () => void {
  const begin = () => {
    stop();
    callback();
  };
  const stop = () => INTERACTION_EVENTS.forEach((event) => document.removeEventListener(event, begin));
  INTERACTION_EVENTS.forEach((event) => document.addEventListener(event, begin, { passive: true }));
  return stop;
}

/**
 * A component whose code is loaded when it is first rendered. Until then, the fallback is shown. Unlike with
 * `React.lazy`, a failed load does not break the page: a toast offers to retry, and the fallback gets `hasFailed`.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback: Fallback, afterInteraction = false, onGiveUp }: Options<Props> = {},
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());

  function Lazy(props: Props) {
    const [hasFailed, setHasFailed] = useState(false);
    const [Loaded, setLoaded] = useState(() => loaded);
    const place = useRef<HTMLSpanElement>(null);
    const hadFocus = useRef(false);
    const latestProps = useRef(props);
    latestProps.current = props;
    useEffect(() => {
      let isMounted = true;
      let failures = 0;
      const begin = () =>
        void loadOnce()
          .then((part) => {
            if (!isMounted) return;
            hadFocus.current = place.current?.contains(document.activeElement) ?? false;
            setLoaded(() => part);
          })
          .catch(() => {
            if (!isMounted) return;
            setHasFailed(true);
            failures += 1;
            const isOutdated = failures > 1 && navigator.onLine;
            showToast('error', isOutdated ? OUTDATED : NOT_LOADED, {
              action: isOutdated ? RELOAD : { label: 'Try again', onAction: begin },
              onIgnored: () => {
                if (isMounted) onGiveUp?.(latestProps.current);
              },
            });
          });
      const stop = afterInteraction ? onFirstInteraction(begin) : undefined;
      if (!afterInteraction) begin();
      return () => {
        isMounted = false;
        stop?.();
      };
    }, []);
    useEffect(() => {
      if (Loaded && hadFocus.current) place.current?.querySelector<HTMLElement>('input, button')?.focus();
    }, [Loaded]);
    if (!Fallback) return Loaded ? <Loaded {...props} /> : null;
    return (
      <span ref={place} className="contents">
        {Loaded ? <Loaded {...props} /> : <Fallback {...props} hasFailed={hasFailed} />}
      </span>
    );
  }
  // A failed preload is ignored; rendering tries again and reports it.
  return Object.assign(Lazy, { preload: () => void loadOnce().catch(() => undefined) });
}

/**
 * A panel above the page. If loading fails and the user does not retry, it is closed, so that the next click opens it
 * again.
 */
export const lazyPanel = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => lazyComponent(load, { onGiveUp: ({ onClose }) => onClose() });
