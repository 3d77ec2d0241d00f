import { useId, useState, type KeyboardEvent } from 'react';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { Checkbox } from '~/ui/form/checkbox';
import { NumberField } from '~/ui/form/number-field';
import { formatForSubmission, parseNumber } from '~/ui/form/parse-number';
import { TextField } from '~/ui/form/text-field';
import { formatCountOf } from '~/ui/format-count';
import type { SelectedModel } from './forms';
import type { OfferedModel } from './schema';

/** The selected models, by name. */
export type SelectedModels = Readonly<Record<string, SelectedModel>>;

type Props = {
  offered: readonly OfferedModel[];
  ticked: SelectedModels;
  onChange: (ticked: SelectedModels) => void;
  error: string | undefined;
};

/** Longer lists are searchable, and nothing in them is preselected. */
const SHORT_LIST = 10;
const MAX_SHOWN = 50;

/** Preselects the priced models of a short list. */
export const preselectModels = (offered: readonly OfferedModel[]): SelectedModels =>
  offered.length > SHORT_LIST
    ? {}
    : Object.fromEntries(
        offered
          .filter(({ inputPricePer1K }) => inputPricePer1K !== null)
          .map((model) => [model.modelName, tickedModel(model)]),
      );

/** The models a server offers, to select, each with its price. */
export function OfferedModels({ offered, ticked, onChange, error }: Props) {
  const titleId = useId();
  const errorId = useId();
  const [search, setSearch] = useState('');
  const known = new Set(offered.map(({ modelName }) => modelName));
  const all = [
    ...offered,
    ...Object.keys(ticked)
      .filter((name) => !known.has(name))
      .map(unlisted),
  ];
  const found = all.filter(({ modelName }) => modelName.toLowerCase().includes(search.toLowerCase()));
  const count = Object.keys(ticked).length;
  const change = (model: OfferedModel, isTicked: boolean) => {
    const others = Object.entries(ticked).filter(([name]) => name !== model.modelName);
    onChange(Object.fromEntries(isTicked ? [...others, [model.modelName, tickedModel(model)]] : others));
  };
  return (
    <div
      role="group"
      aria-labelledby={titleId}
      aria-describedby={error ? errorId : undefined}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <div>
        <p id={titleId} className="text-s font-semibold">
          Models
        </p>
        <p className="text-xs text-pretty text-ink-3">
          People can choose the ticked ones. Prices are for a million tokens; enter 0 for a model that costs
          you nothing.
        </p>
      </div>
      {all.length > SHORT_LIST ? (
        <TextField
          label="Search models"
          aside={`${String(count)} ticked`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={preventSubmit}
          autoComplete="off"
        />
      ) : null}
      {found.length === 0 ? (
        <p className="text-s text-ink-2">{all.length === 0 ? 'The server lists no models.' : 'No match.'}</p>
      ) : (
        <ul className={cx('flex flex-col gap-3', all.length > SHORT_LIST && 'max-h-96 overflow-y-auto')}>
          {found.slice(0, MAX_SHOWN).map((model) => (
            <li key={model.modelName} className="flex flex-col gap-2">
              <Checkbox
                label={<span className="wrap-anywhere">{model.modelName}</span>}
                hint={hintOf(model)}
                checked={Object.hasOwn(ticked, model.modelName)}
                onChange={(event) => change(model, event.target.checked)}
              />
              <Prices
                model={ticked[model.modelName]}
                onChange={(next) => onChange({ ...ticked, [next.modelName]: next })}
              />
            </li>
          ))}
        </ul>
      )}
      {found.length > MAX_SHOWN ? (
        <p className="text-xs text-ink-3">
          {formatCountOf(found.length - MAX_SHOWN, 'more model')}. Search to narrow the list.
        </p>
      ) : null}
      <AddByName onAdd={(name) => change(all.find(isNamed(name)) ?? unlisted(name), true)} />
      {error ? (
        <p id={errorId} role="alert" className="text-s text-bad">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function Prices({
  model,
  onChange,
}: {
  model: SelectedModel | undefined;
  onChange: (model: SelectedModel) => void;
}) {
  if (!model) return null;
  return (
    <div className="grid grid-cols-2 gap-3 pl-6.5">
      {PRICES.map(({ field, label }) => (
        <NumberField
          key={field}
          label={label}
          aria-label={`${label} price of ${model.modelName}`}
          prefix="$"
          step={0.01}
          min={0}
          value={parseNumber(model[field] ?? '')}
          onValueChange={(value) =>
            onChange({ ...model, [field]: value === null ? '' : formatForSubmission(value) })
          }
        />
      ))}
    </div>
  );
}

const PRICES = [
  { field: 'inputPrice', label: 'Input' },
  { field: 'outputPrice', label: 'Output' },
] as const;

/** For a deployment, or a model that the server doesn't list. */
function AddByName({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const add = () => {
    const wanted = name.trim();
    if (wanted === '') return;
    onAdd(wanted);
    setName('');
  };
  return (
    <div className="flex items-end gap-2">
      <TextField
        label="Not in the list"
        placeholder="Model name"
        className="grow"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add();
          preventSubmit(event);
        }}
        autoComplete="off"
        autoCapitalize="none"
      />
      <Button onClick={add}>Add</Button>
    </div>
  );
}

/** Keeps Enter in a field of the list from submitting the form. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

const isNamed =
  (name: string) =>
  ({ modelName }: OfferedModel): boolean =>
    modelName === name;

const unlisted = (modelName: string): OfferedModel => ({
  modelName,
  contextTokens: null,
  inputPricePer1K: null,
  outputPricePer1K: null,
  priceSource: null,
});

const tickedModel = ({ modelName, contextTokens, ...prices }: OfferedModel): SelectedModel => ({
  modelName,
  contextTokens,
  inputPrice: perMillion(prices.inputPricePer1K),
  outputPrice: perMillion(prices.outputPricePer1K),
});

const perMillion = (price: string | null): string =>
  price === null ? '' : String(Number((Number(price) * 1000).toFixed(6)));

const hintOf = ({ contextTokens, priceSource }: OfferedModel): string =>
  [
    contextTokens === null ? '' : `Context of ${contextTokens.toLocaleString('en-US')} tokens`,
    priceSource ?? 'No price is known',
  ]
    .filter(Boolean)
    .join(' · ');
