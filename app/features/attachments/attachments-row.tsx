import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '~/ui/button';
import { lazyComponent } from '~/ui/lazy-component';
import { ACCEPTED_EXTENSIONS } from './limits';
import type { AttachmentsRowProps } from './attachments-row-props';
import { useFileIntake } from './use-file-intake';

const AttachmentList = lazyComponent(async () => (await import('./attachment-list')).AttachmentList, {
  fallback: AttachmentListFallback,
});

/** The files attached to the next request, if there are any. */
export function AttachmentsRow(props: AttachmentsRowProps) {
  const { items, problems } = props.attachments;
  return items.length > 0 || problems.length > 0 ? (
    <div className="shrink-0 border-t border-line px-2 py-1">
      <AttachmentList {...props} />
    </div>
  ) : null;
}

/** Attaches files to the next request: chosen, pasted, or dropped anywhere on the page. */
export function AttachButton({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileIntake(onAdd);
  return (
    <>
      <Button
        variant="ghost"
        className="max-2xl:px-1.5"
        title="PDF, Office, email, text, images or audio. Paste or drop works too."
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden="true" className="size-4" />
        <span className="max-[22.5rem]:sr-only">Attach</span>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED_EXTENSIONS}
        aria-label="Attach files"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onAdd([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = ''; // allows choosing the same file again
        }}
      />
      {isOver ? (
        <div className="pointer-events-none fixed inset-0 z-popover flex items-center justify-center border-4 border-dashed border-accent bg-paper/85">
          <p className="text-l font-semibold">Drop files to attach them</p>
        </div>
      ) : null}
    </>
  );
}

/** Files are read and sent even if the list can't be loaded. */
function AttachmentListFallback({ attachments, hasFailed }: AttachmentsRowProps & { hasFailed: boolean }) {
  const names = attachments.items.map(({ name }) => name).join(', ');
  return (
    <p className="px-1.5 py-1 text-s wrap-anywhere text-ink-3">{hasFailed ? names : 'Reading files…'}</p>
  );
}
