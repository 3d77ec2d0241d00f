import { ChevronDown } from 'lucide-react';
import { lazyComponent } from '~/ui/lazy-component';
import { Popover } from '~/ui/overlay/popover';
import type { Choice } from './model-choice';
import { countOptions } from './request-options';
import type { RequestOptions } from './state';

const OptionsForm = lazyComponent(async () => (await import('./options-form')).OptionsForm);

type Props = {
  choice: Choice;
  options: RequestOptions;
  className?: string;
  onChange: (options: RequestOptions) => void;
};

/** Options of the next request. The button counts those that aren't at the model's default. */
export function OptionsPopover({ choice, options, className, onChange }: Props) {
  const count = countOptions(choice.model, options);
  return (
    <Popover
      label="Options"
      panelClassName="w-80"
      {...(className === undefined ? {} : { className })}
      button={
        <>
          Options{count === 0 ? null : ` · ${String(count)}`}
          <ChevronDown aria-hidden="true" className="size-4" />
        </>
      }
    >
      <OptionsForm model={choice.model} options={options} onChange={onChange} />
    </Popover>
  );
}
