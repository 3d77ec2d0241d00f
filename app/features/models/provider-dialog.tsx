import { useState } from 'react';
import { Form } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { Switch } from '~/ui/form/switch';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { checkboxProps, fieldProps, useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { addProviderFormSchema, changeProviderFormSchema } from './forms';
import { KEY_HINTS_BY_KIND, ProviderKindField, ProviderReachFields } from './provider-reach-fields';
import type { ListedProvider } from './read-models-page.server';
import type { ModelsDone } from './schema';

type Props = { provider?: ListedProvider; onClose: () => void; onDone: (done: ModelsDone) => void };

/** Adds a server of one's own, or changes a provider. Whatever reaches the server is tried before it is saved. */
export function ProviderDialog({ provider, ...rest }: Props) {
  return provider ? <ChangeProvider provider={provider} {...rest} /> : <AddProvider {...rest} />;
}

const PORTS = 'Ollama: http://127.0.0.1:11434/v1 · vLLM: port 8000 · llama.cpp: port 8080';
const BASE_URL_HINTS: Readonly<Record<string, string>> = {
  'openai-compatible': PORTS,
  azure: 'Such as https://my-resource.openai.azure.com.',
  bedrock: 'Leave empty for Amazon’s own address in the region.',
  vertex: 'Leave empty for Google’s own address in the region.',
};
const ALLOW_PRIVATE = {
  label: 'Allow private addresses',
  hint: 'For a server on this machine or in your network.',
};
const SENDS_USER_IDS = {
  label: 'Send hashed user IDs',
  hint: 'Lets the provider trace abuse to one person without knowing who it is.',
};
const DEFAULT_MODEL =
  'Selected by default and used when the connection is tested. Leave empty to use the first one.';

function AddProvider({ onClose, onDone }: Omit<Props, 'provider'>) {
  const { fetcher, isBusy } = useFetcherForm<string, ModelsDone>({ onDone });
  const [form, fields] = useForm(addProviderFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: { allowPrivateAddress: true, sendsUserIds: true, isActive: true },
  });
  const [kind, setKind] = useState<string>('openai-compatible');
  return (
    <FormDialog
      size="m"
      title="Add a provider"
      description="A server of your own, such as Ollama, vLLM or llama.cpp, or a cloud that serves models."
      formId={form.id}
      submitLabel="Test and save"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="add-provider" fetcher={fetcher}>
        <TextField {...fieldProps(fields.name)} label="Name" placeholder="Ollama" autoComplete="off" />
        <TextField
          {...fieldProps(fields.key)}
          label="Short name"
          hint="For the API and scripts, such as ollama. It can’t be changed later."
          autoComplete="off"
          autoCapitalize="none"
        />
        <ProviderKindField field={fields.protocol} value={kind} onChange={setKind} />
        <TextField
          {...fieldProps(fields.baseUrl)}
          label="Base URL"
          inputMode="url"
          hint={BASE_URL_HINTS[kind] ?? 'Ends where the API’s documentation says, often in /v1.'}
          autoComplete="off"
        />
        <Switch {...ALLOW_PRIVATE} {...switchProps(fields.allowPrivateAddress)} />
        <PasswordField
          {...fieldProps(fields.apiKey)}
          label="API key"
          hint={KEY_HINTS_BY_KIND[kind] ?? 'Only if the server asks for one.'}
          autoComplete="new-password"
        />
        <ProviderReachFields kind={kind} fields={fields} />
        <TextField
          {...fieldProps(fields.defaultModel)}
          label="Default model"
          hint={DEFAULT_MODEL}
          autoComplete="off"
        />
        <Switch {...SENDS_USER_IDS} {...switchProps(fields.sendsUserIds)} />
        <Switch
          {...switchProps(fields.isActive)}
          label="Active"
          hint="When off, it’s saved without a test."
        />
      </Form>
    </FormDialog>
  );
}

function ChangeProvider({ provider, onClose, onDone }: Props & { provider: ListedProvider }) {
  const { fetcher, isBusy } = useFetcherForm<string, ModelsDone>({ onDone });
  const { id, name, baseUrl, defaultModel, isActive, allowPrivateAddress, keySource, environment } = provider;
  const { sendsUserIds } = provider;
  const [form, fields] = useForm(changeProviderFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: {
      name,
      baseUrl,
      defaultModel,
      isActive,
      allowPrivateAddress,
      sendsUserIds,
      apiVersion: provider.apiVersion ?? '',
      region: provider.region ?? '',
      project: provider.project ?? '',
    },
  });
  const isSetByEnvironment = keySource === 'environment';
  const hasAddress = !['anthropic', 'gemini', 'perplexity', 'demo'].includes(provider.protocol);
  return (
    <FormDialog
      size="m"
      title={`Edit ${name}`}
      formId={form.id}
      submitLabel="Test and save"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent="change-provider" fetcher={fetcher}>
        <input type="hidden" name="id" value={id} />
        {isSetByEnvironment ? (
          <Notice>
            From the environment: {environment.join(', ')}. To enter a key here, remove it there and restart.
          </Notice>
        ) : provider.protocol === 'demo' ? null : (
          <PasswordField
            {...fieldProps(fields.apiKey)}
            label="API key"
            hint={KEY_HINTS[keySource](provider)}
            autoComplete="new-password"
          />
        )}
        {hasAddress && !isSetByEnvironment ? (
          <>
            <TextField
              {...fieldProps(fields.baseUrl)}
              label="Base URL"
              inputMode="url"
              hint={
                provider.protocol === 'openai'
                  ? 'Leave empty for OpenAI itself.'
                  : BASE_URL_HINTS[provider.protocol]
              }
              autoComplete="off"
            />
            <Switch {...ALLOW_PRIVATE} {...switchProps(fields.allowPrivateAddress)} />
          </>
        ) : (
          <>
            <input type="hidden" name="baseUrl" value={baseUrl} />
            {allowPrivateAddress ? <input type="hidden" name="allowPrivateAddress" value="on" /> : null}
          </>
        )}
        {isSetByEnvironment || provider.protocol === 'demo' ? null : (
          <ProviderReachFields kind={provider.protocol} fields={fields} provider={provider} />
        )}
        <TextField {...fieldProps(fields.name)} label="Name" autoComplete="off" />
        <TextField
          {...fieldProps(fields.defaultModel)}
          label="Default model"
          hint={DEFAULT_MODEL}
          autoComplete="off"
        />
        <Switch {...SENDS_USER_IDS} {...switchProps(fields.sendsUserIds)} />
        <Switch
          {...switchProps(fields.isActive)}
          label="Active"
          hint="When off, no one can choose its models."
        />
      </Form>
    </FormDialog>
  );
}

const KEY_HINTS = {
  environment: () => '',
  stored: ({ keyEnding }: ListedProvider) =>
    `Leave empty to keep the stored key${keyEnding ? ` that ends in ${keyEnding}` : ''}.`,
  unreadable: () => 'The stored key can’t be read. Enter it again.',
  none: () => 'Tested right away, stored encrypted, and never shown again.',
};

function switchProps(field: Parameters<typeof checkboxProps>[0]) {
  const { id, name, defaultChecked } = checkboxProps(field);
  return { id, name, defaultChecked };
}
