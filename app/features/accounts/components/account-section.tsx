import type { ReactNode } from 'react';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** One matter of the account page: what it is on the left, what to do about it on the right. */
export function AccountSection({ title, lead, children }: Props) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-line py-8 md:grid-cols-[220px_1fr]">
      <div>
        <h2 className="text-l">{title}</h2>
        {lead ? <p className="mt-1 text-s text-pretty text-ink-2">{lead}</p> : null}
      </div>
      <div className="max-w-110">{children}</div>
    </section>
  );
}
