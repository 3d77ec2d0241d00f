import { Notice } from '~/ui/notice';
import { Checkbox } from '~/ui/form/checkbox';
import { formatCost, microUsdFromCents } from '~/ui/format-money';
import { keyboardScrollable } from '~/ui/scroll-region';
import type { Sending } from './attachment';
import { AttachmentItem, describeTokens } from './attachment-item';
import type { AttachmentsRowProps } from './attachments-row-props';
import { nameOcrLanguages, OCR_LANGUAGE_OPTIONS } from './ocr-languages';

/** The attached files, what is sent of each, and which were rejected. */
export function AttachmentList({ attachments, isFreePlan, costOf, takesImages }: AttachmentsRowProps) {
  const { items, sendings, problems, ocr, tokens } = attachments;
  return (
    <div className="flex flex-col gap-1 px-1.5 pt-1">
      {problems.length > 0 ? (
        <Notice tone="warn" onDismiss={attachments.dismissProblems}>
          {problems.map((problem) => (
            <p key={problem} className="wrap-anywhere">
              {problem}
            </p>
          ))}
        </Notice>
      ) : null}
      {items.length > 0 ? (
        <>
          <ul
            aria-label="Attached files"
            className="flex max-h-52 flex-col overflow-y-auto"
            {...keyboardScrollable}
          >
            {items.map((item, index) => (
              <AttachmentItem
                key={item.id}
                item={item}
                sending={sendings[index]}
                {...{ attachments, isFreePlan, costOf, takesImages }}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1 text-s">
            <Checkbox
              label="OCR if empty"
              checked={ocr.ifEmpty}
              onChange={(event) => attachments.setOcr({ ...ocr, ifEmpty: event.currentTarget.checked })}
            />
            <label className="flex items-center gap-1.5 text-xs text-ink-2">
              OCR language
              <select
                className="rounded-1 border border-line-field bg-surface px-1.5 py-0.5 text-xs"
                value={ocr.langs}
                onChange={(event) => attachments.setOcr({ ...ocr, langs: event.currentTarget.value })}
              >
                {OCR_LANGUAGE_OPTIONS.map((langs) => (
                  <option key={langs} value={langs}>
                    {nameOcrLanguages(langs.split(','))}
                  </option>
                ))}
              </select>
            </label>
            <span className="num ml-auto text-xs text-ink-2" role="status">
              {describeTotal(tokens, sendings, costOf)}
            </span>
          </div>
        </>
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
