import { useRef } from 'react';
import { languageOf } from '@promptwell/text/language-of';
import { restore } from '~/features/send-review';
import { Button } from '~/ui/button';
import { ClampedText } from '~/ui/clamped-text';
import { Markdown } from '~/ui/markdown/markdown';
import { SourceList } from '~/ui/markdown/source-list';
import { CopyReply } from './copy-reply';
import { Continuation, ReplyFacts } from './reply-facts';
import { continuationCents, isContinuable } from './continuation';
import { FailureNotice, type PageRemedy } from './failure-notice';
import type { Choice } from './model-choice';
import { withFees } from './request-options';
import { isPending, promptOf, type Turn } from './turns';
import { ThinkingView } from './thinking-view';
import type { VersionPlace } from '~/features/sessions';
import { Versions } from './versions-switch';
import { Waiting } from './waiting';

export type TurnActions = {
  onReplaceModel: (turn: Turn, replacement: Choice) => void;
  /** Retries a failed turn in place. */
  onRetry: (turn: Turn) => void;
  /** Continues a reply that was cut off. */
  onContinue: (turn: Turn) => void;
  /** Sends the same prompt again for another reply. */
  onRegenerate: (turn: Turn) => void;
  /** Shows another version of a message, with what was sent after it. */
  onShowVersion: (first: string, key: string) => void;
  /** Takes its prompt to the composer, to send it as another version. */
  onEdit: (turn: Turn) => void;
  onRemove: (key: string) => void;
  onRemedy: (remedy: PageRemedy) => void;
};

type Props = TurnActions & {
  turn: Turn;
  /** If its message has several versions. */
  place: VersionPlace | undefined;
  /** The replacement of a retired model. */
  replacement: Choice | undefined;
  /** The prompt is back in the composer, so it isn't shown here. */
  isPromptRestored: boolean;
  freeSendsPerDay: number;
  timezone: string;
  /** Free models cost nothing for this account. */
  sendsFree: boolean;
  /** Maximum reply length of the next request. */
  maxOutputTokens: number;
  /** Undefined if no longer listed. */
  model: Choice['model'] | undefined;
  isSending: boolean;
};

export function TurnView(props: Props) {
  const { turn, model, replacement, isPromptRestored, isSending, onRetry, onRegenerate, onEdit, onRemove } =
    props;
  const { request, reply, failure, modelName, redactions, thinking, files = [] } = turn;
  const text = restore(turn.text, redactions);
  const hasPrompt = request.prompt !== '';
  const rendered = useRef<HTMLDivElement>(null);
  const isFree = props.sendsFree && (model?.isFree ?? true);
  return (
    <article
      aria-label={`Message to ${modelName}`}
      aria-busy={isPending(turn)}
      className="flex flex-col gap-4"
    >
      <div className="max-w-[85%] self-end rounded-3 rounded-br-[4px] bg-sunken px-3.5 py-2.5">
        <span className="sr-only">You: </span>
        {hasPrompt && !isPromptRestored ? (
          <ClampedText text={promptOf(turn)} lang={languageOf(promptOf(turn))} />
        ) : (
          <p className="text-ink-2 italic">
            {hasPrompt ? 'This prompt is back in the box.' : 'This prompt was not stored.'}
          </p>
        )}
        {redactions ? (
          <p className="mt-1.5 text-xs text-ink-3">
            Personal data was replaced with placeholders before sending. The originals appear only on this
            screen.
          </p>
        ) : null}
        {files.length > 0 ? (
          <p className="mt-1.5 text-xs wrap-anywhere text-ink-3">Attached: {files.join(', ')}</p>
        ) : null}
      </div>
      <div className="min-w-0">
        <div className="mb-1.5 flex items-center gap-3">
          <p className="text-xs font-medium text-ink-3">{modelName}</p>
          {props.place ? <Versions place={props.place} onShow={props.onShowVersion} /> : null}
        </div>
        {thinking ? (
          <ThinkingView
            thinking={{ ...thinking, text: restore(thinking.text, redactions) }}
            isThinking={isPending(turn) && text === ''}
          />
        ) : null}
        {text === '' ? null : (
          <div ref={rendered}>
            <Markdown text={text} />
          </div>
        )}
        <Waiting turn={turn} />
        {failure ? (
          <FailureNotice
            failure={failure}
            replacement={
              replacement && {
                name: replacement.model.displayName,
                onUse: () => props.onReplaceModel(turn, replacement),
              }
            }
            onRetry={hasPrompt ? () => onRetry(turn) : undefined}
            onRemove={() => onRemove(turn.key)}
            onRemedy={props.onRemedy}
          />
        ) : null}
        {reply ? <SourceList sources={reply.sources} /> : null}
        {reply ? (
          <ReplyFacts
            turn={turn}
            reply={reply}
            freeSendsPerDay={props.freeSendsPerDay}
            timezone={props.timezone}
            continuation={
              isContinuable(turn) ? (
                <Continuation
                  cents={
                    isFree
                      ? null
                      : continuationCents(
                          turn,
                          props.maxOutputTokens,
                          model && withFees(model, { webSearch: request.webSearch ?? null }),
                        )
                  }
                  isSending={isSending}
                  onContinue={() => props.onContinue(turn)}
                />
              ) : null
            }
          >
            <CopyReply text={text} rendered={rendered} />
            {hasPrompt ? (
              <>
                {request.continues ? null : (
                  <Button variant="ghost" size="s" onClick={() => onEdit(turn)}>
                    Edit prompt
                  </Button>
                )}
                <Button variant="ghost" size="s" disabled={isSending} onClick={() => onRegenerate(turn)}>
                  Regenerate
                </Button>
              </>
            ) : null}
          </ReplyFacts>
        ) : null}
      </div>
    </article>
  );
}
