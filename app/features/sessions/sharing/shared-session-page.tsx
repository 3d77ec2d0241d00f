import { languageOf } from '@promptwell/text/language-of';
import { Disclosure } from '~/ui/disclosure';
import { Markdown } from '~/ui/markdown/markdown';
import { SourceList } from '~/ui/markdown/source-list';
import { PageFrame } from '~/ui/page/page-frame';
import { DateTime } from '~/ui/relative-time';
import { speakerOf } from '../thread';
import type { SharedEntry } from './shared-thread';

type Props = {
  title: string;
  sharedAt: string;
  instructions: string;
  entries: readonly SharedEntry[];
  timeZone: string;
};

/** A session that its owner shows to anyone with the link. */
export function SharedSessionPage({ title, sharedAt, instructions, entries, timeZone }: Props) {
  return (
    <PageFrame
      width="m"
      title={<bdi>{title}</bdi>}
      lead={
        <>
          Shared on <DateTime at={sharedAt} timeZone={timeZone} isDay />. Replies come from AI models and may
          be wrong.
        </>
      }
    >
      {instructions === '' ? null : (
        <div className="mb-8">
          <Disclosure summary="Instructions">
            <p
              dir="auto"
              lang={languageOf(instructions)}
              className="wrap-anywhere whitespace-pre-wrap text-ink-2"
            >
              {instructions}
            </p>
          </Disclosure>
        </div>
      )}
      <ol aria-label="Messages" className="flex flex-col gap-7">
        {entries.map((entry, index) => (
          <li
            key={index}
            className="flex flex-col [contain-intrinsic-size:auto_320px] [content-visibility:auto]"
          >
            {entry.role === 'user' ? <Message text={entry.text} /> : <SharedReply {...entry} />}
          </li>
        ))}
      </ol>
    </PageFrame>
  );
}

function Message({ text }: { text: string }) {
  return (
    <div className="max-w-[85%] self-end rounded-3 rounded-br-[4px] border border-line bg-surface px-3.5 py-2.5">
      <span className="sr-only">Message: </span>
      <p dir="auto" lang={languageOf(text)} className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </div>
  );
}

function SharedReply({ text, label, role, sources }: SharedEntry) {
  return (
    <article aria-label={`Reply of ${speakerOf({ label, role })}`} className="min-w-0">
      <p className="mb-1.5 text-xs font-medium text-ink-3">{speakerOf({ label, role })}</p>
      <Markdown text={text} />
      <SourceList sources={sources} />
    </article>
  );
}
