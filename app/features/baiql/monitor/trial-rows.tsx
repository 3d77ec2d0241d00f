import { formatCount } from '~/ui/format-count';
import { Section } from '~/ui/page/section';
import type { TriedRow } from '../runs/read-trial.server';

/** The rows of a trial: prompt, reply and output columns. */
export function TrialRows({ rows }: { rows: readonly TriedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Section
      title="Trial rows"
      lead="If these are what you want, continue with the rest. These rows won’t be sent or charged again."
    >
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li key={`${String(row.batch)}/${String(row.number)}`} className="py-4">
            <h3 className="mb-2 text-m wrap-anywhere">
              <span className="num font-normal text-ink-3">{formatCount(row.number)}</span> {row.label}
            </h3>
            <div className="grid gap-x-8 gap-y-3 md:grid-cols-3">
              <Part title="Prompt">{row.prompt}</Part>
              <Part title="Reply">{row.reply}</Part>
              <div className="min-w-0">
                <h4 className="text-xs font-medium text-ink-3">Output</h4>
                {row.reason === null ? null : <p className="text-s text-bad">{row.reason}</p>}
                <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-s">
                  {row.cells.map(({ name, value }) => (
                    <div key={name} className="contents">
                      <dt className="text-ink-3">{name}</dt>
                      <dd title={value} className="line-clamp-6 wrap-anywhere whitespace-pre-wrap">
                        {value === '' ? '–' : value}
                      </dd>
                    </div>
                  ))}
                </dl>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Part({ title, children }: { title: string; children: string }) {
  return (
    <div className="min-w-0">
      <h4 className="text-xs font-medium text-ink-3">{title}</h4>
      <p title={children} className="line-clamp-6 text-s wrap-anywhere whitespace-pre-wrap text-ink-2">
        {children === '' ? '–' : children}
      </p>
    </div>
  );
}
