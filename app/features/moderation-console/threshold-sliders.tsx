import { Slider } from '~/ui/form/slider';

type Props = { label: string; name?: string; warn: number; block: number };

const asText = (value: number): string => value.toFixed(2);

/** Sliders of the scores from which a category warns and blocks. Read-only without a name. */
export function PairOfSliders({ label, name, warn, block }: Props) {
  return (
    <fieldset className="mt-5 first:mt-0">
      <legend className="text-m font-semibold">{label}</legend>
      <div className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {(
          [
            ['Warn', warn],
            ['Block', block],
          ] as const
        ).map(([what, value]) => (
          <Slider
            key={what}
            label={`${what} from`}
            aria-label={`${label}: ${what.toLowerCase()} from`}
            {...(name === undefined ? {} : { name: `${name}${what}` })}
            min={0}
            max={1}
            step={0.01}
            defaultValue={value}
            format={asText}
          />
        ))}
      </div>
    </fieldset>
  );
}
