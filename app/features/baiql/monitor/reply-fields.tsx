import { CopyButton } from '~/ui/copy-button';
import { Disclosure } from '~/ui/disclosure';
import { keyboardScrollable } from '~/ui/scroll-region';
import type { FormField } from '../runs/responses';
import { textOf } from './field-values';
import { LongText } from './long-text';

/** A JSON reply as its fields, with the text that the model wrote. */
export function ReplyFields({
  title,
  fields,
  reply,
}: {
  title: string;
  fields: readonly FormField[];
  reply: string;
}) {
  return (
    <section>
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-xs font-medium text-ink-3">{title}</h4>
        <CopyButton text={reply} hasOnlyIcon size="s" variant="ghost" />
      </div>
      <div className="max-h-[56dvh] overflow-y-auto" {...keyboardScrollable} role="region" aria-label={title}>
        <dl className="flex flex-col gap-2.5">
          {fields.map((field) => (
            <div key={field.name}>
              <dt className="text-xs wrap-anywhere text-ink-3">{field.name}</dt>
              <dd className="leading-6 wrap-anywhere whitespace-pre-wrap">
                <FieldText field={field} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="mt-2">
        <Disclosure summary="As text">
          <LongText title="Text of the reply" text={reply} isQuiet />
        </Disclosure>
      </div>
    </section>
  );
}

function FieldText({ field }: { field: FormField }) {
  if (field.value === undefined && !field.isOptional) return <span className="text-bad">Missing</span>;
  const text = typeof field.value === 'boolean' ? (field.value ? 'Yes' : 'No') : textOf(field);
  return text === '' ? <span className="text-ink-3">–</span> : text;
}
