import { useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useId, type ReactNode } from 'react';
import { Checkbox } from '~/ui/form/checkbox';
import { Combobox } from '~/ui/form/combobox';
import { Form } from '~/ui/form/form';
import { NumberField } from '~/ui/form/number-field';
import { Select } from '~/ui/form/select';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { checkboxProps, fieldProps, useForm } from '~/ui/form/use-form';
import type { Suggest } from '~/ui/form/use-suggestions';
import { formatNames } from '~/ui/format-names';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { modelFormSchema } from './forms';
import type { ListedModel, ListedProvider } from './read-models-page.server';
import type { ModelsDone } from './schema';

/** Initial values of the form; an existing model has an id. */
export type ModelDraft = { modelId?: string; title: string } & Readonly<Record<string, string | undefined>>;

const ON = 'on';
const flag = (isSet: boolean) => (isSet ? ON : undefined);
const perMillion = (price: string | null) =>
  price === null ? undefined : String(Number((Number(price) * 1000).toFixed(6)));

export const newDraft = (): ModelDraft => ({
  title: 'Add a model',
  isAllowed: ON,
  takesImages: ON,
  maxOutputTokens: '8192',
});

export const draftOf = (model: ListedModel): ModelDraft => ({
  title: `Edit ${model.displayName}`,
  modelId: model.id,
  modelName: model.modelName,
  displayName: model.displayName,
  modelBehind: model.modelBehind ?? undefined,
  isAllowed: flag(model.isAllowed),
  isFree: flag(model.isFree),
  inputPrice: perMillion(model.inputPricePer1K),
  outputPrice: perMillion(model.outputPricePer1K),
  sortOrder: String(model.sortOrder),
  contextTokens: model.contextTokens === null ? undefined : String(model.contextTokens),
  maxOutputTokens: String(model.maxOutputTokens),
  takesImages: flag(model.takesImages),
  transcribes: flag(model.transcribes),
  minutePrice: model.audioPricePerMinute ?? undefined,
  takesSampling: model.takesSampling === null ? '' : model.takesSampling ? 'yes' : 'no',
  mostSearches: String(model.mostSearches),
  tokensEachSearch: String(model.tokensEachSearch),
  replacedBy: model.replacedBy ?? undefined,
  fallback: model.fallback ?? undefined,
  shutdownOn: model.shutdownOn ?? undefined,
});

/** Draft of a retired model's replacement, for the same plans. */
export const successorDraft = ({ successor, isFree }: ListedModel): ModelDraft => ({
  ...newDraft(),
  modelName: successor?.model,
  isFree: flag(isFree),
});

type Props = {
  provider: ListedProvider;
  draft: ModelDraft;
  onClose: () => void;
  onDone: (done: ModelsDone) => void;
};

/** Adds or changes a model: name, price and properties. */
export function ModelDialog({ provider, draft, onClose, onDone }: Props) {
  const { fetcher, isBusy } = useFetcherForm<string, ModelsDone>({ onDone });
  const { title, modelId, ...defaultValue } = draft;
  const [form, fields] = useForm(modelFormSchema, { lastResult: fetcher.data?.reply, defaultValue });
  const { names, suggest } = useServerModels(provider, modelId === undefined);
  return (
    <FormDialog
      size="m"
      title={title}
      description={provider.name}
      formId={form.id}
      submitLabel={modelId === undefined ? 'Add model' : 'Save model'}
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent={modelId === undefined ? 'add-model' : 'change-model'} fetcher={fetcher}>
        <input type="hidden" name="id" value={provider.id} />
        {modelId === undefined ? null : <input type="hidden" name="modelId" value={modelId} />}
        <Columns>
          <Combobox
            {...fieldProps(fields.modelName)}
            label="Model"
            hint={hintOf(names)}
            suggest={suggest}
            minLength={1}
            delayMs={0}
          />
          <TextField
            {...fieldProps(fields.displayName)}
            label="Display name"
            hint="Leave empty to use the model name."
            autoComplete="off"
          />
        </Columns>
        <Group
          title="Price per million tokens"
          hint="Without a price, the model is listed but can’t be used. Enter 0 for a model that costs you nothing."
        >
          <Columns>
            <NumberField {...fieldProps(fields.inputPrice)} label="Input" prefix="$" step={0.01} min={0} />
            <NumberField {...fieldProps(fields.outputPrice)} label="Output" prefix="$" step={0.01} min={0} />
          </Columns>
        </Group>
        <Group
          title="Transcription"
          hint="A model that turns attached recordings into text has a price per minute instead, and isn’t listed for prompts."
        >
          <Columns>
            <NumberField
              {...fieldProps(fields.minutePrice)}
              label="Price per minute of audio"
              prefix="$"
              step={0.0001}
              min={0}
            />
            <Checkbox {...checkboxProps(fields.transcribes)} label="Transcribes audio" className="sm:pt-7" />
          </Columns>
        </Group>
        <Group title="Who can use it">
          <Checkbox {...checkboxProps(fields.isAllowed)} label="Shown to people" />
          <Checkbox {...checkboxProps(fields.isFree)} label="Free plan" hint="Within its daily allowance." />
        </Group>
        <Group title="Capabilities">
          <Columns>
            <NumberField {...fieldProps(fields.contextTokens)} label="Context" unit="tokens" min={1} />
            <NumberField
              {...fieldProps(fields.maxOutputTokens)}
              label="Maximum tokens per reply"
              unit="tokens"
              min={1}
            />
            <Select {...fieldProps(fields.takesSampling)} label="Temperature and top-p">
              <option value="">Provider default</option>
              <option value="yes">Supported</option>
              <option value="no">Not supported</option>
            </Select>
            <Checkbox {...checkboxProps(fields.takesImages)} label="Reads images" className="sm:pt-7" />
            <TextField
              {...fieldProps(fields.modelBehind)}
              label="Underlying model"
              hint="For a deployment with a name of its own, such as gpt-5-mini. Decides which settings are sent."
              autoComplete="off"
            />
          </Columns>
        </Group>
        {provider.protocol === 'perplexity' ? (
          <Group title="Web searches by the provider">
            <Columns>
              <NumberField {...fieldProps(fields.mostSearches)} label="Most per request" min={0} />
              <NumberField
                {...fieldProps(fields.tokensEachSearch)}
                label="Input tokens per search"
                unit="tokens"
                min={0}
              />
            </Columns>
          </Group>
        ) : (
          <>
            <input type="hidden" name="mostSearches" value={draft.mostSearches ?? '0'} />
            <input type="hidden" name="tokensEachSearch" value={draft.tokensEachSearch ?? '0'} />
          </>
        )}
        <Group title="Retirement and order">
          <Columns>
            <TextField {...fieldProps(fields.shutdownOn)} type="date" label="Retirement date" />
            <TextField {...fieldProps(fields.replacedBy)} label="Successor" autoComplete="off" />
            <TextField
              {...fieldProps(fields.fallback)}
              label="Fallback"
              hint="Answers when this model can’t be reached, such as openai/gpt-4.1."
              autoComplete="off"
              autoCapitalize="none"
            />
            <NumberField
              {...fieldProps(fields.sortOrder)}
              label="Order"
              hint="Smaller numbers come first. Leave empty to put it last."
              min={0}
              step={10}
            />
          </Columns>
        </Group>
      </Form>
    </FormDialog>
  );
}

/** The server's own list, loaded when the form opens; without it, the name is typed. */
function useServerModels({ id, models, isSetUp }: ListedProvider, isNew: boolean) {
  const fetcher = useFetcher<{ models?: string[] }>();
  const { load } = fetcher;
  useEffect(() => {
    if (isNew && isSetUp) load(`/api/admin/providers/${id}/server-models`);
  }, [id, isNew, isSetUp, load]);
  const listed = models.map(({ modelName }) => modelName);
  const names = (fetcher.data?.models ?? []).filter((name) => !listed.includes(name));
  const known = names.join('\n');
  const suggest: Suggest = useCallback(
    (text) =>
      Promise.resolve(
        known
          .split('\n')
          .filter((name) => name.toLowerCase().includes(text.toLowerCase()))
          .slice(0, MAX_SUGGESTIONS)
          .map((name) => ({ id: name, label: name })),
      ),
    [known],
  );
  return { names, suggest };
}

const MAX_SUGGESTIONS = 50;
const MAX_NAMES = 3;

function hintOf(names: readonly string[]): string {
  if (names.length === 0) return 'The provider’s ID for this model.';
  return `On the server: ${formatNames(names, MAX_NAMES)}.`;
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-2">{children}</div>;
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId} className="flex flex-col gap-3 border-t border-line pt-4">
      <div>
        <p id={titleId} className="text-s font-semibold">
          {title}
        </p>
        {hint ? <p className="text-xs text-pretty text-ink-3">{hint}</p> : null}
      </div>
      {children}
    </div>
  );
}
