import { Notice } from '~/ui/notice';
import { Checkbox } from '~/ui/form/checkbox';
import { formatCount } from '~/ui/format-count';
import { formatCost, microUsdFromCents } from '~/ui/format-money';
import { AttachmentItem } from './attachment-item';
import type { AttachmentsRowProps } from './attachments-row';
import { OCR_LANGUAGES, type OcrLanguages } from './limits';

const LANGUAGE_LABELS: Readonly<Record<OcrLanguages, string>> = {
  eng: 'English',
  'eng,spa': 'English and Spanish',
};

/** The attached files, what will be sent of each, and what was refused. */
export default function AttachmentList({
  attachments,
  isFreePlan,
  costOf,
  takesImages,
}: AttachmentsRowProps) {
  const { items, sendings, problems, ocr, tokens } = attachments;
  return (
    <div className="flex max-h-64 flex-col gap-1 overflow-y-auto px-1.5 pt-1">
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
          <ul aria-label="Attached files" className="flex flex-col">
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
                onChange={(event) => {
                  const langs = OCR_LANGUAGES.find((each) => each === event.currentTarget.value) ?? 'eng';
                  attachments.setOcr({ ...ocr, langs });
                }}
              >
                {OCR_LANGUAGES.map((langs) => (
                  <option key={langs} value={langs}>
                    {LANGUAGE_LABELS[langs]}
                  </option>
                ))}
              </select>
            </label>
            <span className="num ml-auto text-xs text-ink-2" role="status">
              {describeTotal(tokens, costOf)}
            </span>
          </div>
        </>
      ) : null}
    </div>
  );
}

function describeTotal(tokens: number, costOf: AttachmentsRowProps['costOf']): string {
  const count = `Files ≈ ${formatCount(tokens)} tokens`;
  if (!costOf) return `${count} · free`;
  const cost = formatCost(microUsdFromCents(costOf(tokens)));
  return `${count} · ${cost.startsWith('<') ? cost : `≈ ${cost}`}`;
}
