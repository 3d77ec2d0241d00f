import { Form } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { Switch } from '~/ui/form/switch';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { changeProviderFormSchema } from './forms';
import { KeyStates } from './key-states';
import { ALLOW_PRIVATE, BASE_URL_HINTS, SENDS_USER_IDS, switchProps } from './provider-fields';
import { ProviderConnectionFields } from './provider-connection-fields';
import type { ListedProvider } from './read-models-page.server';
import type { ModelsDone } from './schema';

type Props = { provider: ListedProvider; onClose: () => void; onDone: (done: ModelsDone) => void };

/** Changes a provider. Changes that affect the connection are tested before they are saved. */
export function ChangeProviderDialog({ provider, onClose, onDone }: Props) {
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
        <KeyStates provider={provider} />
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
          <ProviderConnectionFields kind={provider.protocol} fields={fields} provider={provider} />
        )}
        <TextField {...fieldProps(fields.name)} label="Name" autoComplete="off" />
        <TextField
          {...fieldProps(fields.defaultModel)}
          label="Default model"
          hint="Selected by default and used when the connection is tested. Leave empty to use the first one."
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
