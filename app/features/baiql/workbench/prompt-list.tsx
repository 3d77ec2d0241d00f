import { Disclosure } from '~/ui/disclosure';
import type { Validation } from '../index.server';

/** The first prompts as they would be sent. */
export function PromptList({ prompts }: Pick<Validation, 'prompts'>) {
  if (prompts.length === 0) return null;
  const hasBatches = prompts.some(({ batch }) => batch !== prompts[0]?.batch);
  return (
    <div className="flex flex-col gap-1">
      {prompts.map(({ batch, number, text }) => (
        <Disclosure
          key={`${String(batch)}/${String(number)}`}
          summary={`Prompt ${String(number)}${hasBatches ? ` of batch ${String(batch)}` : ''}`}
        >
          <p className="rounded-1 border border-line bg-surface px-3 py-2 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        </Disclosure>
      ))}
    </div>
  );
}
