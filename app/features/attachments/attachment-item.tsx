import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { FileIcon } from '~/ui/file-icon';
import { Checkbox } from '~/ui/form/checkbox';
import { EncodingField } from '~/ui/form/encoding-field';
import { NumberField } from '~/ui/form/number-field';
import { Switch } from '~/ui/form/switch';
import { formatBytes, formatCount, formatCountOf } from '~/ui/format-count';
import { formatDuration } from '~/ui/format-duration';
import { formatCost, microUsdFromCents } from '~/ui/format-money';
import { ScrollRegion } from '~/ui/scroll-region';
import type { Attachment, Sending } from './attachment';
import type { AttachmentsRowProps } from './attachments-row-props';
import { DEFAULT_PAGES, hasImages, hasPages, MAX_PAGE_IMAGES, MAX_PDF_PAGES } from './limits';
import { MailAttachments } from './mail-attachments';
import { nameOcrLanguages } from './ocr-languages';
import { TranscriptionAction } from './transcription-action';

const PREVIEW_CHARACTERS = 1_500;

type Props = AttachmentsRowProps & { item: Attachment; sending: Sending | undefined };

/** One attached file as a chip; a click opens what is sent of it, and its options. */
export function AttachmentItem({ item, sending, attachments, isFreePlan, costOf, takesImages }: Props) {
  const { id, name, state, problem, text, kind } = item;
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const isReady = state === 'ready';
  const isUntranscribed = kind === 'audio' && text === '' && (isReady || state === 'transcribing');
  const { cutCharacters = 0, note } = sending ?? {};
  const hasNotes =
    problem !== undefined ||
    isUntranscribed ||
    isDoubtful(item) ||
    (isReady && (item.attached?.length ?? 0) > 0) ||
    (isReady && (cutCharacters > 0 || note !== undefined || item.notice !== undefined));
  return (
    <li
      className={cx(
        'min-w-0 rounded-1 border border-line bg-surface text-xs',
        isOpen || hasNotes ? 'basis-full' : 'max-w-full',
      )}
    >
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-7 min-w-0 grow items-center gap-1.5 rounded-1 px-2 py-0.5 text-left hover:bg-chosen"
        >
          <FileIcon name={name} />
          {/* A long name keeps its line. */}
          <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            <span
              className={cx(
                'max-w-full min-w-0 truncate text-s font-medium',
                !item.include && 'line-through',
              )}
              title={name}
            >
              <bdi>{name}</bdi>
            </span>
            <span className="num text-ink-3">
              {[formatBytes(item.file.size), ...describeChip(item, sending, costOf)].join(' · ')}
            </span>
          </span>
        </button>
        <Button variant="ghost" size="s" aria-label={`Remove ${name}`} onClick={() => attachments.remove(id)}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      </div>
      {state === 'reading' ? (
        <span className="sr-only" role="status">
          Reading <bdi>{name}</bdi>…
        </span>
      ) : null}
      {hasNotes ? (
        <div className="flex flex-col gap-1 px-2 pb-1.5">
          {problem ? (
            <p role="alert" className="wrap-anywhere text-bad">
              {problem}
            </p>
          ) : null}
          {isReady && cutCharacters > 0 ? (
            <p className="text-warn">
              {cutCharacters === text.length
                ? `None of its ${formatCountOf(cutCharacters, 'character')} fit in this request.`
                : `The last ${formatCount(cutCharacters)} of ${formatCount(text.length)} characters are cut off: they don’t fit in this request.`}
            </p>
          ) : null}
          {isReady && item.notice ? <p className="wrap-anywhere text-warn">{item.notice}</p> : null}
          {isReady && item.attached?.length ? <MailAttachments {...{ item, attachments }} /> : null}
          {isDoubtful(item) ? <EncodingOfAttachment {...{ item, attachments }} /> : null}
          {isReady && note && cutCharacters === 0 ? <p className="text-warn">{note}</p> : null}
          {isUntranscribed ? <TranscriptionAction {...{ item, attachments, isFreePlan }} /> : null}
        </div>
      ) : null}
      <div id={detailsId} hidden={!isOpen}>
        {isReady && sending ? (
          <AttachmentDetails {...{ item, sending, attachments, isFreePlan, costOf, takesImages }} />
        ) : null}
      </div>
    </li>
  );
}

/** Asked without a click, because the text may be wrong. */
const isDoubtful = ({ encodingChoice }: Attachment): boolean =>
  encodingChoice !== undefined && encodingChoice.readings.length > 1 && !encodingChoice.isChosen;

function EncodingOfAttachment({ item, attachments }: Pick<Props, 'item' | 'attachments'>) {
  if (item.encodingChoice === undefined) return null;
  return (
    <EncodingField
      name={item.name}
      choice={item.encodingChoice}
      isBusy={item.state === 'reading'}
      onChoose={(encoding) => attachments.chooseEncoding(item, encoding)}
    />
  );
}

function AttachmentDetails({
  item,
  sending,
  attachments,
  isFreePlan,
  costOf,
  takesImages,
}: Props & { sending: Sending }) {
  const { id, name, text, pictures, kind } = item;
  const mayBeSeen = hasImages(kind);
  const canSee = takesImages && !isFreePlan;
  const change = (changes: Partial<Attachment>) => attachments.change(id, changes);
  return (
    <div className="flex flex-col gap-2 px-2 pb-2">
      <p className="num text-ink-2">{describeFound(item, sending, costOf)}</p>
      {isDoubtful(item) ? null : <EncodingOfAttachment {...{ item, attachments }} />}
      <Checkbox
        label={`Include ${name}`}
        checked={item.include}
        onChange={(event) => change({ include: event.currentTarget.checked })}
      />
      {text === '' && (mayBeSeen || kind === 'audio') ? null : (
        <Switch
          label="Send text"
          checked={item.useExtract && text !== ''}
          disabled={text === ''}
          onChange={(event) => change({ useExtract: event.currentTarget.checked })}
        />
      )}
      {mayBeSeen ? (
        <Switch
          label={hasPages(kind) ? 'Send pages as images' : 'Send the image'}
          hint={
            isFreePlan
              ? 'Requires Pro.'
              : takesImages
                ? hasPages(kind) && `Only the first ${MAX_PAGE_IMAGES} pages.`
                : 'This model doesn’t read images.'
          }
          disabled={!canSee}
          checked={canSee && item.useVision}
          onChange={(event) => {
            const useVision = event.currentTarget.checked;
            change({ useVision });
            if (useVision && pictures.length === 0) attachments.showAsPictures(item);
          }}
        />
      ) : null}
      {hasPages(kind) && (item.pageCount ?? 1) > 1 ? (
        <PageChoice item={item} isFreePlan={isFreePlan} onChoose={attachments.choosePages} />
      ) : null}
      {mayBeSeen && (!item.ocrUsed || text === '') ? (
        <Button size="s" className="self-start" onClick={() => attachments.readByOcr(item)}>
          Read text with OCR
        </Button>
      ) : null}
      {text === '' ? null : (
        <ScrollRegion
          label={`Text of ${name}`}
          className="max-h-40 overflow-y-auto rounded-1 bg-sunken p-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
        >
          {text.slice(0, PREVIEW_CHARACTERS)}
          {text.length > PREVIEW_CHARACTERS ? '…' : ''}
        </ScrollRegion>
      )}
    </div>
  );
}

/** What a chip says besides name and size: tokens and cost, or why there are none. */
function describeChip(item: Attachment, sending: Sending | undefined, costOf: Props['costOf']): string[] {
  if (item.state === 'reading') return ['Reading…'];
  if (item.state === 'failed') return ['can’t be read'];
  if (!item.include) return ['left out'];
  if (item.durationSec !== undefined && item.text === '') return [formatDuration(item.durationSec)];
  if (!sending || sending.tokens === 0) return [];
  const cost = costOf ? formatCost(microUsdFromCents(costOf(sending.tokens))) : 'free';
  return [describeTokens(sending.tokens, sending.pictures.length > 0), cost];
}

function describeFound(item: Attachment, { tokens, pictures }: Sending, costOf: Props['costOf']): string {
  const { pageCount, pages, text, ocrUsed, ocr, durationSec, paidMicroUsd } = item;
  const isUntranscribed = item.kind === 'audio' && text === '';
  const from = pages?.from ?? 1;
  const to = Math.min(pages?.to ?? Infinity, from + MAX_PDF_PAGES - 1, pageCount ?? 1);
  const cost = costOf && formatCost(microUsdFromCents(costOf(tokens)));
  return [
    durationSec === undefined ? null : formatDuration(durationSec),
    paidMicroUsd === undefined ? null : `transcribed for ${formatCost(paidMicroUsd)}`,
    pageCount === undefined
      ? null
      : to - from + 1 === pageCount
        ? formatCountOf(pageCount, 'page')
        : `${from === to ? `page ${from}` : `pages ${from}–${to}`} of ${formatCount(pageCount)}`,
    text === '' ? null : `${formatCount(text.length)} characters${ocrUsed ? ' with OCR' : ''}`,
    text === '' || !ocr ? null : `${nameOcrLanguages(ocr.langs)}, ${ocr.confidence}% sure`,
    pictures.length === 0 ? null : formatCountOf(pictures.length, 'image'),
    !item.include ? 'left out' : isUntranscribed ? null : describeTokens(tokens, pictures.length > 0),
    !item.include || tokens === 0 ? null : (cost ?? 'free'),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** For images only the maximum is known: vendors count them differently. */
export const describeTokens = (tokens: number, hasPictures: boolean): string =>
  `${hasPictures ? 'up to' : '≈'} ${formatCount(tokens)} tokens`;

/** Selects the pages of a PDF or a TIFF to read; at most 20. */
function PageChoice({
  item,
  isFreePlan,
  onChoose,
}: {
  item: Attachment;
  isFreePlan: boolean;
  onChoose: (item: Attachment, pages: Attachment['pages']) => void;
}) {
  const [from, setFrom] = useState<number | null>(item.pages?.from ?? DEFAULT_PAGES.from);
  const [to, setTo] = useState<number | null>(item.pages?.to ?? DEFAULT_PAGES.to);
  const problem = describePages(from, to);
  if (isFreePlan) return <p className="text-ink-3">Choosing pages requires Pro.</p>;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <NumberField
        label="Start page"
        min={1}
        value={from}
        onValueChange={setFrom}
        error={problem}
        className="w-24"
      />
      <NumberField label="End page" min={1} value={to} onValueChange={setTo} className="w-24" />
      <Button
        size="s"
        className="mb-1"
        disabled={problem !== undefined}
        onClick={() => onChoose(item, { from: from ?? 1, to: to ?? 1 })}
      >
        Read these pages
      </Button>
      {item.pages ? (
        <Button size="s" variant="ghost" className="mb-1" onClick={() => onChoose(item, undefined)}>
          All pages
        </Button>
      ) : null}
    </div>
  );
}

function describePages(from: number | null, to: number | null): string | undefined {
  if (from === null || to === null || from < 1 || to < 1 || !Number.isInteger(from) || !Number.isInteger(to))
    return 'Page numbers start at 1.';
  return to < from ? 'The end page can’t come before the start page.' : undefined;
}
