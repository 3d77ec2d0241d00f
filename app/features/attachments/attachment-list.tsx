import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { formatCountOf } from '~/ui/format-count';
import { formatCost, microUsdFromCents } from '~/ui/format-money';
import { keyboardScrollable } from '~/ui/scroll-region';
import type { Sending } from './attachment';
import { AttachmentItem, describeTokens } from './attachment-item';
import type { AttachmentsRowProps } from './attachments-row-props';
import { nameOcrLanguages, OCR_LANGUAGE_OPTIONS } from './ocr-languages';
import { hasImages } from './limits';
import type { Attachments } from './use-attachments';

/** The attached files, what is sent of each, and which were skipped. */
export function AttachmentList(props: AttachmentsRowProps) {
  const { attachments, costOf } = props;
  const { items, sendings, problems, ocr, tokens } = attachments;
  return (
    <div className="flex flex-col gap-1.5 py-1">
      {items.length > 0 ? (
        <>
          <ul
            aria-label="Attached files"
            className="flex max-h-[min(13rem,22dvh)] flex-wrap items-start gap-1.5 overflow-y-auto"
            {...keyboardScrollable}
          >
            {items.map((item, index) => (
              <AttachmentItem key={item.id} item={item} sending={sendings[index]} {...props} />
            ))}
          </ul>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-s">
            {items.some(({ kind }) => hasImages(kind)) ? (
              <OcrSettings ocr={ocr} onChange={attachments.setOcr} />
            ) : null}
            <span className="num ml-auto text-xs text-ink-2" role="status">
              {items.length > 1 ? describeTotal(tokens, sendings, costOf) : null}
            </span>
          </div>
        </>
      ) : null}
      {problems.length > 0 ? <SkippedFiles attachments={attachments} /> : null}
    </div>
  );
}

type OcrProps = { ocr: Attachments['ocr']; onChange: Attachments['setOcr'] };

function OcrSettings({ ocr, onChange }: OcrProps) {
  return (
    <>
      <Checkbox
        label="OCR if empty"
        checked={ocr.ifEmpty}
        onChange={(event) => onChange({ ...ocr, ifEmpty: event.currentTarget.checked })}
      />
      <label className="flex items-center gap-1.5 text-xs text-ink-2">
        OCR language
        <select
          className="rounded-1 border border-line-field bg-surface px-1.5 py-0.5 text-xs"
          value={ocr.langs}
          onChange={(event) => onChange({ ...ocr, langs: event.currentTarget.value })}
        >
          {OCR_LANGUAGE_OPTIONS.map((langs) => (
            <option key={langs} value={langs}>
              {nameOcrLanguages(langs.split(','))}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** Why files weren't attached: one line, with the reason of each behind it. */
function SkippedFiles({ attachments }: Pick<AttachmentsRowProps, 'attachments'>) {
  const { items, problems, maxFiles, dismissProblems } = attachments;
  const [isOpen, setIsOpen] = useState(false);
  const [only] = problems;
  const limit = items.length >= maxFiles ? `: at most ${String(maxFiles)}` : '';
  return (
    <div role="alert" className="text-s text-warn">
      <div className="flex items-start gap-1">
        <span className="grow pt-0.5 wrap-anywhere">
          {problems.length === 1 ? only : `${formatCountOf(problems.length, 'file')} skipped${limit}`}
        </span>
        {problems.length > 1 ? (
          <Button variant="ghost" size="s" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        ) : null}
        <Button variant="ghost" size="s" aria-label="Dismiss" onClick={dismissProblems}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      </div>
      {isOpen ? (
        <ul className="max-h-24 list-disc overflow-y-auto pl-5 wrap-anywhere" {...keyboardScrollable}>
          {problems.map((problem, index) => (
            <li key={`${String(index)} ${problem}`}>{problem}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function describeTotal(
  tokens: number,
  sendings: readonly Sending[],
  costOf: AttachmentsRowProps['costOf'],
): string {
  const hasPictures = sendings.some(({ pictures }) => pictures.length > 0);
  const cost = costOf ? formatCost(microUsdFromCents(costOf(tokens))) : 'free';
  return `Together ${describeTokens(tokens, hasPictures)} · ${cost}`;
}
