import type { QueuedMailKind } from './mail-kinds';
import type { ComposeMail, MailComposers, QueuedMail } from './queued-mail';

/** The mail composers of all features, each bound to its dependencies. */
export function bindComposers<Deps>(
  deps: Deps,
  composers: Readonly<Record<QueuedMailKind, ComposeMail<Deps>>>,
): MailComposers {
  const bound = Object.entries(composers).map(([kind, compose]) => [
    kind,
    (mail: QueuedMail) => compose(deps, mail),
  ]);
  return Object.fromEntries(bound) as MailComposers;
}
