import type { ReactNode } from 'react';

/** A keyboard key. Inherits the text color. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-[4px] border border-b-2 border-current/35 px-1 text-[11px] leading-4 font-medium">
      {children}
    </kbd>
  );
}
