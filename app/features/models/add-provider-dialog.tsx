import { useEffect, useRef, useState } from 'react';
import { Form } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { Switch } from '~/ui/form/switch';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { ConnectionNotice } from './connection-notice';
import { addProviderFormSchema } from './forms';
import { OfferedModels, preselectModels, type SelectedModels } from './offered-models';
import { ALLOW_PRIVATE, BASE_URL_HINTS, SENDS_USER_IDS, switchProps } from './provider-fields';
import { KEY_HINTS_BY_KIND, ProviderKindField, ProviderConnectionFields } from './provider-connection-fields';
import type { Connection, ModelsDone, OfferedModel } from './schema';

/** Result of the connection test. */
interface Tested {
  connection: Connection;
  offered: readonly OfferedModel[];
}

type Props = { onClose: () => void; onDone: (done: ModelsDone) => void };

/** Adds a provider in two steps: Test lists the server's models, Save stores it with the selected ones. */
export function AddProviderDialog({ onClose, onDone }: Props) {
  const [tested, setTested] = useState<Tested | null>(null);
  const found = useRef<HTMLDivElement>(null);
  // The result may be below the dialog's visible area.
  useEffect(() => {
    found.current?.scrollIntoView({ block: 'start' }); // newer browsers return a promise, which an effect must not return
  }, [tested]);
  const [ticked, setTicked] = useState<SelectedModels>({});
  const [kind, setKind] = useState<string>('openai-compatible');
  const [isActive, setIsActive] = useState(true);
  const { fetcher, isBusy } = useFetcherForm<string, ModelsDone>({
    onDone: (done) => {
      const { connection, offered } = done;
      if (connection && offered) {
        setTested({ connection, offered });
        setTicked(preselectModels(offered));
      } else {
        onDone(done);
      }
    },
  });
  const [form, fields] = useForm(addProviderFormSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: { allowPrivateAddress: true, sendsUserIds: true, isActive: true },
  });
  const isTest = isActive && tested === null;
  // Another URL or key may have other models.
  const forgetTest = () => setTested(null);
  return (
    <FormDialog
      size="m"
      title="Add a provider"
      description="A server of your own, such as Ollama, vLLM or llama.cpp, or a cloud that serves models."
      formId={form.id}
      submitLabel={isTest ? 'Test' : 'Save'}
      isBusy={isBusy}
      onClose={onClose}
    >
      <Form form={form} intent={isTest ? 'try-provider' : 'add-provider'} fetcher={fetcher}>
        <div role="presentation" className="flex flex-col gap-5" onInput={forgetTest}>
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
          <ProviderConnectionFields kind={kind} fields={fields} />
        </div>
        {tested ? (
          <div ref={found} className="flex flex-col gap-5">
            <ConnectionNotice connection={tested.connection} />
            <OfferedModels
              offered={tested.offered}
              ticked={ticked}
              onChange={setTicked}
              error={fields.models.errors?.join('. ')}
            />
            <input type="hidden" name={fields.models.name} value={JSON.stringify(Object.values(ticked))} />
          </div>
        ) : null}
        <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-2">
          <TextField
            {...fieldProps(fields.name)}
            label="Name"
            hint="Leave empty to name it after its address."
            placeholder="Ollama"
            autoComplete="off"
          />
          <TextField
            {...fieldProps(fields.key)}
            label="Short name"
            hint="For the API and scripts, such as ollama. It can’t be changed later."
            autoComplete="off"
            autoCapitalize="none"
          />
        </div>
        <TextField
          {...fieldProps(fields.defaultModel)}
          label="Default model"
          hint="Selected by default and used for the test. Needed only if the server doesn’t list its models."
          autoComplete="off"
        />
        <Switch {...SENDS_USER_IDS} {...switchProps(fields.sendsUserIds)} />
        <Switch
          {...switchProps(fields.isActive)}
          onChange={(event) => setIsActive(event.target.checked)}
          label="Active"
          hint="When off, it’s saved without a test."
        />
      </Form>
    </FormDialog>
  );
}
