import { useEffect, useRef, useState, type ComponentType } from 'react';
import { showToast } from './overlay/toast';

type Part<Props> = ComponentType<Props> & {
  /** Fetches the code ahead of its first use. */
  preload: () => void;
};

type Options<Props> = {
  /** Stands in its place until it is there. */
  fallback?: ComponentType<Props & { hasFailed: boolean }>;
  /** Waits until the reader does anything at all: what nobody touches costs nobody anything. */
  whenTouched?: boolean;
  /** It would not load, and the reader let it be: closes what it would have shown, so that it can be opened anew. */
  giveUp?: (props: Props) => void;
};

const NOT_LOADED = 'Part of this page couldn’t be loaded. Check your connection.';
/** Online, and again: after an update the server no longer has the files that this page asks for. */
const GONE = 'Part of this page couldn’t be loaded. Promptwell may have been updated. Reload the page.';
const RELOAD = { label: 'Reload', onAction: () => window.location.reload() };

/** Not the focus, which a page may give by itself. */
const SIGNS_OF_LIFE = ['pointerover', 'keydown', 'touchstart'] as const;

/** Calls back once, at the first movement of pointer, finger or keyboard. Returns how to stop waiting. */
export function atFirstSignOfLife(callback: () => void): () => void {
  const begin = () => {
    stop();
    callback();
  };
  const stop = () => SIGNS_OF_LIFE.forEach((event) => document.removeEventListener(event, begin));
  SIGNS_OF_LIFE.forEach((event) => document.addEventListener(event, begin, { passive: true }));
  return stop;
}

/**
 * A part whose code is loaded when it is first shown, so that no first load pays for it. Until it is there
 * the fallback stands in its place, and is told when it will not come. Unlike `React.lazy`, a load
 * that fails does not take the page with it: the reader is told, and may try again on the spot.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback: Fallback, whenTouched = false, giveUp }: Options<Props> = {},
): Part<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchPart = async () => (loaded ??= await load());

  function OnDemand(props: Props) {
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
        void fetchPart()
          .then((part) => {
            if (!isMounted) return;
            hadFocus.current = place.current?.contains(document.activeElement) ?? false;
            setLoaded(() => part);
          })
          .catch(() => {
            if (!isMounted) return;
            setHasFailed(true);
            failures += 1;
            const isGone = failures > 1 && navigator.onLine;
            showToast('error', isGone ? GONE : NOT_LOADED, {
              action: isGone ? RELOAD : { label: 'Try again', onAction: begin },
              onIgnored: () => {
                if (isMounted) giveUp?.(latestProps.current);
              },
            });
          });
      const stop = whenTouched ? atFirstSignOfLife(begin) : undefined;
      if (!whenTouched) begin();
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
  // Whoever shows the part later hears of a failure then.
  return Object.assign(OnDemand, { preload: () => void fetchPart().catch(() => undefined) });
}

/** What opens above the page. If it does not load and is not asked for again, it is closed, and opens at the next press. */
export const onDemandPanel = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): Part<Props> => onDemand(load, { giveUp: ({ onClose }) => onClose() });
