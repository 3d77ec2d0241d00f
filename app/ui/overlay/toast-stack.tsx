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

export function ToastStack({ toasts }: { toasts: readonly (Toast & { id: number })[] }) {
  const lastShownId = useRef(0);
  useEffect(() => {
    for (const toast of toasts) {
      if (toast.id <= lastShownId.current) continue;
      lastShownId.current = toast.id;
      for (const { id, topic } of toasts) {
        if (topic !== undefined && topic === toast.topic && id < toast.id) sonner.dismiss(id);
      }
      sonner.custom(() => <ToastView toast={toast} />, { id: toast.id, duration: toast.durationMs });
    }
  }, [toasts]);
  return (
    // A click on a toast is not a click beside the dialog under it.
    <div data-react-aria-top-layer="true">
      <Sonner
        position="bottom-right"
        offset={16}
        mobileOffset={16}
        visibleToasts={4}
        expand
        style={{ fontFamily: 'inherit', zIndex: 'var(--layer-toast)' }}
      />
    </div>
  );
}

function ToastView({ toast }: { toast: Toast & { id: number } }) {
  const { Icon, color } = marks[toast.kind];
  const { action } = toast;
  return (
    <div
      data-toast={toast.kind}
      className="flex w-full items-center gap-2.5 rounded-2 border border-line-strong bg-surface px-3.5 py-2.5 text-s font-medium text-ink shadow-2 sm:w-85"
    >
      {/* The live region of Toaster has said it already. */}
      <span aria-hidden="true" className="flex grow items-start gap-2.5">
        <Icon className={`mt-0.5 size-4 shrink-0 ${color}`} />
        {toast.message}
      </span>
      {action ? (
        <Button
          size="s"
          onClick={() => {
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
