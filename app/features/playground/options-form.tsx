import { useState } from 'react';
import { EFFORTS, TEMPERATURES, type Effort } from '~/core/shared/request-options';
import { EFFORT_LABELS } from '~/features/preferences';
import { NumberField } from '~/ui/form/number-field';
import { SegmentedControl } from '~/ui/form/segmented-control';
import { Switch } from '~/ui/form/switch';
import { formatCost, microUsdFromCents } from '~/ui/format-money';
import type { Choice } from './model-choice';
import { searchesWeb } from './request-options';
import type { RequestOptions } from './state';

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

type Props = {
  model: Choice['model'];
  options: RequestOptions;
  onChange: (options: RequestOptions) => void;
};

/** The options that the model takes. Those it doesn't take are named below. */
export function OptionsForm({ model, options, onChange }: Props) {
  const change = (changes: Partial<RequestOptions>) => onChange({ ...options, ...changes });
  const { temperature, effort, json } = options;
  const [isTemperatureWrong, setIsTemperatureWrong] = useState(false);
  function changeTemperature(value: number | null): void {
    const isWrong = value !== null && (value < TEMPERATURES.min || value > TEMPERATURES.max);
    setIsTemperatureWrong(isWrong);
    if (!isWrong) change({ temperature: value });
  }
  const untaken = [
    ...(model.takesEffort ? [] : ['effort']),
    ...(model.webSearch === 'never' ? ['web search'] : []),
    ...(model.takesTemperature ? [] : ['temperature']),
  ];
  return (
    <div className="flex flex-col gap-4">
      {model.takesEffort ? (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden="true" className="text-s font-medium">
            Effort
          </span>
          <SegmentedControl<Effort | 'default'>
            label="Effort"
            segments={[
              { value: 'default', label: 'Default' },
              ...EFFORTS.map((value) => ({ value, label: EFFORT_LABELS[value] })),
            ]}
            value={effort ?? 'default'}
            onChange={(value) => change({ effort: value === 'default' ? null : value })}
          />
          <span className="text-xs text-ink-3">How long the model may think. You pay for its thinking.</span>
        </div>
      ) : null}
      {model.webSearch === 'never' ? null : (
        <Switch
          label="Web search"
          hint={describeSearch(model)}
          checked={searchesWeb(model, options)}
          onChange={(event) => change({ webSearch: event.currentTarget.checked })}
        />
      )}
      <Switch
        label="Answer as JSON"
        hint="Say in your prompt which fields you want."
        checked={json}
        onChange={(event) => change({ json: event.currentTarget.checked })}
      />
      {model.takesTemperature ? (
        <NumberField
          label="Temperature"
          hint="Lower is more predictable. Empty: the model’s default."
          {...TEMPERATURES}
          defaultValue={temperature ?? undefined}
          error={isTemperatureWrong ? 'Enter a number from 0 to 2.' : undefined}
          onValueChange={changeTemperature}
        />
      ) : null}
      {untaken.length === 0 ? null : (
        <p className="text-xs text-ink-3">
          {model.displayName} doesn’t take {either.format(untaken)}.
        </p>
      )}
    </div>
  );
}

function describeSearch({ typicalFeeCents, feeCents }: Choice['model']): string | undefined {
  const cents = typicalFeeCents - feeCents;
  return cents > 0 ? `About ${formatCost(microUsdFromCents(cents))} a search` : undefined;
}
