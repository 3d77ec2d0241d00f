import type { RefObject } from 'react';
import { CopyButton } from '~/ui/copy-button';
import { richText } from '~/ui/markdown/rich-text';

/** Copies a reply for word processors and mail programs, or as the Markdown that the model wrote. */
export function CopyReply({ text, rendered }: { text: string; rendered: RefObject<HTMLElement> }) {
  const copied = () => {
    const prose = rendered.current?.querySelector('.prose');
    return prose ? { text, html: richText(prose) } : text;
  };
  return (
    <>
      <CopyButton text={copied} />
      <CopyButton text={text} label="Copy as Markdown" shortLabel="Markdown" done="Copied as Markdown" />
    </>
  );
}
