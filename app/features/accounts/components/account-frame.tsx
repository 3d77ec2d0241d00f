import type { ReactNode } from 'react';
import { Notice } from '~/ui/notice';

type Props = {
  title: ReactNode;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  children?: ReactNode;
  /** Links. */
  footer?: ReactNode;
};

/** Layout of all account screens. */
export function AccountFrame({ title, lead, children, footer }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-100 grow flex-col px-4 pt-12 pb-16 sm:pt-20">
      <h1 className="text-2xl">{title}</h1>
      {lead ? <div className="mt-2 text-m text-pretty text-ink-2">{lead}</div> : null}
      {children ? <div className="mt-7 flex flex-col gap-5">{children}</div> : null}
      {footer ? <div className="mt-8 border-t border-line pt-4 text-s text-ink-2">{footer}</div> : null}
    </div>
  );
}

/** Shown instead of mail instructions if the server can't send mail. */
export function NoMailNotice() {
  return (
    <Notice tone="warn">
      This server can’t send email yet. Ask its administrator for the link; it’s kept on the server.
    </Notice>
  );
}
