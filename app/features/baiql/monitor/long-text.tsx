import { CopyButton } from '~/ui/copy-button';
import { keyboardScrollable } from '~/ui/scroll-region';

/** A prompt or reply, with a copy button. Scrolls if it is long. */
export function LongText({
  title,
  text,
  isQuiet = false,
}: {
  title: string;
  text: string;
  isQuiet?: boolean;
}) {
  return (
    <section>
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-xs font-medium text-ink-3">{title}</h4>
        {text === '' ? null : <CopyButton text={text} hasOnlyIcon size="s" variant="ghost" />}
      </div>
      <div
        className={`max-h-[40dvh] overflow-y-auto leading-6 wrap-anywhere whitespace-pre-wrap ${isQuiet ? 'text-ink-2' : ''}`}
        {...keyboardScrollable}
        role="region"
        aria-label={title}
      >
        {text === '' ? <span className="text-ink-3">–</span> : text}
      </div>
    </section>
  );
}
