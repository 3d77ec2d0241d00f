import { cx } from '~/ui/cx';
import { OPTIMIZE_EXAMPLE, type ExampleVersion, type ExampleView } from './optimize-example';
import { OptimizePanel } from './optimize-panel';
import { OptimizeZoom } from './optimize-zoom';

/** Two switches, before/after and prompt/output, as radio buttons styled by CSS alone, so they work without scripts. */
const PANELS: readonly { version: ExampleVersion; view: ExampleView; shownWhen: string }[] = [
  {
    version: 'before',
    view: 'prompt',
    shownWhen: 'group-has-[.before:checked]/card:group-has-[.prompt:checked]/card:visible',
  },
  {
    version: 'before',
    view: 'output',
    shownWhen: 'group-has-[.before:checked]/card:group-has-[.output:checked]/card:visible',
  },
  {
    version: 'after',
    view: 'prompt',
    shownWhen: 'group-has-[.after:checked]/card:group-has-[.prompt:checked]/card:visible',
  },
  {
    version: 'after',
    view: 'output',
    shownWhen: 'group-has-[.after:checked]/card:group-has-[.output:checked]/card:visible',
  },
];

export function OptimizeCard() {
  return (
    <div className="group/card overflow-hidden rounded-[16px] border border-line bg-surface shadow-2">
      <div className="flex items-center border-b border-line pr-3">
        <fieldset className="flex">
          <legend className="sr-only">Version</legend>
          <Choice name="version" value="before" label="Before" isFirst={false} />
          <Choice name="version" value="after" label="After" isFirst />
        </fieldset>
        <fieldset className="ml-auto flex">
          <legend className="sr-only">What is shown</legend>
          <Choice name="view" value="output" label="Output" isFirst={false} isSmall />
          <Choice name="view" value="prompt" label="Prompt" isFirst isSmall />
        </fieldset>
      </div>
      {/* Stacked in one grid cell, so that the card keeps the height of the longest. */}
      <div className="grid">
        {PANELS.map(({ version, view, shownWhen }) => (
          <div
            key={`${version}-${view}`}
            className={cx('invisible flex flex-col [grid-area:1/1]', shownWhen)}
          >
            <div className="flex grow flex-col gap-2.5 px-5.5 py-5 leading-[1.65]">
              <OptimizePanel version={version} view={view} />
            </div>
            <p className="border-t border-line bg-sunken px-5.5 py-3 text-s text-ink-2">
              {OPTIMIZE_EXAMPLE[version].verdict}
            </p>
          </div>
        ))}
      </div>
      <OptimizeZoom />
    </div>
  );
}

type ChoiceProps = { name: string; value: string; label: string; isFirst: boolean; isSmall?: boolean };

function Choice({ name, value, label, isFirst, isSmall = false }: ChoiceProps) {
  return (
    <label
      className={cx(
        'flex min-h-11 items-center text-s font-medium text-ink-3 hover:text-ink has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-accent',
        isSmall
          ? 'px-2.5 has-checked:underline has-checked:underline-offset-4'
          : 'px-4 has-checked:shadow-[inset_0_-2px_var(--accent)]',
      )}
    >
      <input
        type="radio"
        className={cx('sr-only', value)}
        name={name}
        value={value}
        defaultChecked={isFirst}
      />
      {label}
    </label>
  );
}
