import { AdminFrame } from '~/features/admin';
import { ButtonLink } from '~/ui/button-link';
import { Checkbox } from '~/ui/form/checkbox';
import { Form, SubmitButton } from '~/ui/form/form';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { useForm } from '~/ui/form/use-form';
import { KEY_GROUP_CHOICES, keyPolicyFormSchema, type KeyPolicy } from './key-policy';

/** Who may use API keys, for administrators. */
export function KeyPolicyPage({ forbiddenFor }: KeyPolicy) {
  const { fetcher } = useFetcherForm({});
  const [form] = useForm(keyPolicyFormSchema, { lastResult: fetcher.data?.reply });
  return (
    <AdminFrame
      title="API Key Settings"
      lead="Who may use API keys. Keys of everyone else are refused from their next request on, and work again when you allow them."
      actions={<ButtonLink to="/admin/users">Users</ButtonLink>}
    >
      <Form form={form} intent="save" fetcher={fetcher}>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-s font-medium">May use API keys</legend>
          {KEY_GROUP_CHOICES.map(({ group, label }) => (
            <Checkbox
              key={group}
              name="allowedFor"
              value={group}
              defaultChecked={!forbiddenFor.includes(group)}
              label={label}
              hint={HINTS[group]}
            />
          ))}
          <p className="mt-1 max-w-[68ch] text-s text-ink-3">
            Someone with several roles needs all of them allowed.
          </p>
        </fieldset>
        <SubmitButton className="self-start">Save</SubmitButton>
      </Form>
    </AdminFrame>
  );
}

const HINTS: Readonly<Partial<Record<KeyPolicy['forbiddenFor'][number], string>>> = {
  free: 'Users without a role, and Pro users whose balance is used up.',
};
