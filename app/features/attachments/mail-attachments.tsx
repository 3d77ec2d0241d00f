import { Check, Plus } from 'lucide-react';
import { Button } from '~/ui/button';
import { formatBytes } from '~/ui/format-count';
import type { Attachment } from './attachment';
import type { AttachmentsRowProps } from './attachments-row-props';

type Props = Pick<AttachmentsRowProps, 'attachments'> & { item: Attachment };

/** The files attached to an email, to choose from. */
export function MailAttachments({ item: { name, attached = [] }, attachments }: Props) {
  const isAdded = (file: File): boolean =>
    attachments.items.some((each) => each.name === file.name && each.file.size === file.size);
  const missing = attached.filter((file) => !isAdded(file));
  return (
    <ul aria-label={`Attached to ${name}`} className="flex flex-wrap items-center gap-1.5">
      {attached.map((file, index) => (
        <li key={`${String(index)} ${file.name}`} className="max-w-full min-w-0">
          <Button
            size="s"
            className="max-w-full"
            disabled={isAdded(file)}
            onClick={() => attachments.add([file])}
          >
            {isAdded(file) ? (
              <Check aria-hidden="true" className="size-3.5 shrink-0" />
            ) : (
              <Plus aria-hidden="true" className="size-3.5 shrink-0" />
            )}
            <span className="min-w-0 truncate">
              <span className="sr-only">Attach </span>
              <bdi>{file.name}</bdi>
            </span>
            <span className="num shrink-0 text-ink-3">{formatBytes(file.size)}</span>
          </Button>
        </li>
      ))}
      {missing.length > 1 ? (
        <li>
          <Button size="s" variant="ghost" onClick={() => attachments.add(missing)}>
            Attach all
          </Button>
        </li>
      ) : null}
    </ul>
  );
}
