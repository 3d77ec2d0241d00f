import type { ListedProvider } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { Badge } from '~/ui/badge';
import { Select } from '~/ui/form/select';
import { formatDay } from '~/ui/format-date';
import { formatCompact } from '~/ui/format-count';
import { formatTokenPrices } from '~/ui/format-money';
import type { Choice } from './model-choice';

type Props = {
  providers: readonly ListedProvider[];
  choice: Choice;
  isFreePlan: boolean;
  /** Free models cost nothing for this account. */
  sendsFree: boolean;
  onChoose: (value: string) => void;
};

/** Selects a model; shows vendor, prices per million input and output tokens, and context size. */
export function ModelPicker({ providers, choice, onChoose, ...account }: Props) {
  return (
    <div className="flex min-w-0 grow basis-64 items-center gap-2 sm:max-w-96">
      <Select
        label="Model"
        isLabelHidden
        className="w-full min-w-0"
        hint={describeEnd(choice)}
        value={modelValue(choice.provider.provider, choice.model.model)}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {providers.map(({ provider, name, isDemo, models }) => (
          <optgroup key={provider} label={isDemo ? 'Demo: no real model' : name}>
            {models.map((model) => (
              <option key={model.model} value={modelValue(provider, model.model)}>
                {[
                  model.displayName,
                  isDemo ? null : name,
                  describePrice(model, account),
                  describeContext(model),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      {choice.provider.isDemo ? (
        // On a phone there is only room for the model's name, which says the same.
        <span className="max-sm:hidden">
          <Badge tone="warn">DEMO</Badge>
        </span>
      ) : null}
    </div>
  );
}

function describePrice(
  model: Choice['model'],
  { sendsFree, isFreePlan }: Pick<Props, 'sendsFree' | 'isFreePlan'>,
): string {
  if (sendsFree && model.isFree) return 'free';
  if (isFreePlan) return 'paid plans';
  return formatTokenPrices(model);
}

/** Shown ahead of time, so that the replacement's price is no surprise. */
function describeEnd({ provider, model }: Choice): string | undefined {
  if (model.endsOn === undefined) return undefined;
  const successor = provider.models.find((each) => each.model === model.successor);
  const next = successor ? `${successor.displayName} takes its place.` : 'Choose another model before then.';
  return `Ends on ${formatDay(new Date(model.endsOn), 'UTC')}. ${next}`;
}

/** Context size in thousands of tokens: "128K". */
const describeContext = ({ contextTokens }: Choice['model']): string | null =>
  contextTokens === undefined ? null : formatCompact(contextTokens);
