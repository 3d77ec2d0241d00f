import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { Button } from '../button';
import type { Toast, ToastKind } from './toast';

const marks: Record<ToastKind, { Icon: LucideIcon; color: string }> = {
  success: { Icon: CircleCheck, color: 'text-good' },
  warning: { Icon: TriangleAlert, color: 'text-warn' },
  error: { Icon: CircleAlert, color: 'text-bad' },
  info: { Icon: Info, color: 'text-info' },
};

/** On phones, the buttons used next are at the bottom of the window. */
const PHONE = '(max-width: 600px)';

export function ToastStack({ toasts }: { toasts: readonly (Toast & { id: number })[] }) {
  const lastShownId = useRef(0);
  const cameFrom = useRef<HTMLElement>();
  useEffect(() => {
    for (const toast of toasts) {
      if (toast.id <= lastShownId.current) continue;
      lastShownId.current = toast.id;
      for (const { id, topic } of toasts) {
        if (topic !== undefined && topic === toast.topic && id < toast.id) sonner.dismiss(id);
      }
      let isActedOn = false;
      const onActed = () => {
        isActedOn = true;
        cameFrom.current?.focus({ preventScroll: true });
      };
      const onClosed = () => {
        if (!isActedOn) toast.onIgnored?.();
      };
      sonner.custom(() => <ToastView toast={toast} onActed={onActed} />, {
        id: toast.id,
        duration: toast.durationMs,
        onAutoClose: onClosed,
        onDismiss: onClosed,
      });
    }
  }, [toasts]);
  const isPhone = matchMedia(PHONE).matches;
  return (
    // A click on a toast must not count as a click outside an open dialog.
    <div
      data-react-aria-top-layer="true"
      // Sonner returns the focus whenever it leaves a toast, so Tab could never get past it.
      onFocusCapture={(event) => {
        event.stopPropagation();
        const { currentTarget, relatedTarget } = event;
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget;
      }}
      onBlurCapture={(event) => event.stopPropagation()}
    >
      <Sonner
        position={isPhone ? 'top-center' : 'bottom-right'}
        offset={16}
        mobileOffset={16}
        visibleToasts={isPhone ? 2 : 4}
        expand
        style={{ fontFamily: 'inherit', zIndex: 'var(--layer-toast)' }}
      />
    </div>
  );
}

type ViewProps = {
  toast: Toast & { id: number };
  /** Returns the focus, which would be lost with the toast. */
  onActed: () => void;
};

function ToastView({ toast, onActed }: ViewProps) {
  const { Icon, color } = marks[toast.kind];
  const { action } = toast;
  return (
    <div
      data-toast={toast.kind}
      className="flex w-full items-center gap-2.5 rounded-2 border border-line-strong bg-surface px-3.5 py-2.5 text-s font-medium text-ink shadow-2 sm:w-85"
    >
      {/* Already announced by the live region of Toaster. */}
      <span aria-hidden="true" className="flex grow items-start gap-2.5">
        <Icon className={`mt-0.5 size-4 shrink-0 ${color}`} />
        {toast.message}
      </span>
      {action ? (
        <Button
          size="s"
          onClick={() => {
            onActed();
            action.onAction();
            sonner.dismiss(toast.id);
          }}
        >
          {action.label}
        </Button>
      ) : null}
    </div>
  );
}
