import type { ListedProvider } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { Badge } from '~/ui/badge';
import { Select } from '~/ui/form/select';
import type { Choice } from './model-choice';

type Props = {
  providers: readonly ListedProvider[];
  choice: Choice;
  isFreePlan: boolean;
  onChoose: (value: string) => void;
};

export function ModelPicker({ providers, choice, isFreePlan, onChoose }: Props) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Select
        label="Model"
        isLabelHidden
        className="w-full min-w-0 sm:w-66"
        value={modelValue(choice.provider.provider, choice.model.model)}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {providers.map(({ provider, name, isDemo, models }) => (
          <optgroup key={provider} label={isDemo ? 'Demo: no real model' : name}>
            {models.map(({ model, displayName, isFree }) => (
              <option key={model} value={modelValue(provider, model)}>
                {displayName}
                {isDemo ? '' : ` · ${name}`}
                {isFreePlan ? (isFree ? ' · free' : ' · paid plans') : ''}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      {choice.provider.isDemo ? <Badge tone="warn">DEMO</Badge> : null}
    </div>
  );
}
