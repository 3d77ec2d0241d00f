import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import type { Toast, ToastKind } from './toast';

const marks: Record<ToastKind, { sign: string; color: string }> = {
  success: { sign: '✓', color: 'text-good' },
  warning: { sign: '!', color: 'text-warn' },
  error: { sign: '×', color: 'text-bad' },
  info: { sign: 'i', color: 'text-info' },
};

export default function ToastStack({ toasts }: { toasts: readonly (Toast & { id: number })[] }) {
  const lastShownId = useRef(0);
  useEffect(() => {
    for (const toast of toasts) {
      if (toast.id <= lastShownId.current) continue;
      lastShownId.current = toast.id;
      const { sign, color } = marks[toast.kind];
      sonner.custom(
        () => (
          // The live region of Toaster has said it already.
          <div
            aria-hidden="true"
            data-toast={toast.kind}
            className="flex w-full items-baseline gap-2.5 rounded-2 border border-line-strong bg-surface px-3.5 py-2.5 text-s font-medium text-ink shadow-2 sm:w-80"
          >
            <span className={`w-3 shrink-0 text-center font-bold ${color}`}>{sign}</span>
            <span>{toast.message}</span>
          </div>
        ),
        { id: toast.id, duration: toast.durationMs },
      );
    }
  }, [toasts]);
  return (
    <Sonner position="bottom-right" offset={16} visibleToasts={4} expand style={{ fontFamily: 'inherit' }} />
  );
}
