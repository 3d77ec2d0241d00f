import { useNavigate, useSearchParams } from '@remix-run/react';
import { callApi } from '~/core/browser/call-api';
import { fullName } from '~/core/shared/full-name';
import { Button } from '~/ui/button';
import { Combobox } from '~/ui/form/combobox';
import { FilterForm } from '~/ui/form/filter-form';
import type { Suggestion } from '~/ui/form/use-suggestions';
import { adminUsersSchema } from './responses';
import type { ChosenUser } from './find-user.server';

/** Shorter searches match too many. */
const MIN_SEARCH_CHARACTERS = 3;

async function suggestUsers(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const query = new URLSearchParams({ search: text, pageSize: '8', sort: 'email', order: 'asc' });
  const { users } = await callApi(`/api/admin/users?${query.toString()}`, adminUsersSchema, { signal });
  return users.map((user) => ({ id: user.id, label: user.email, description: fullName(user) }));
}

type Props = { user: ChosenUser | null; asked: string };

/** Selects the account in the URL. Without JavaScript it takes a full email address. */
export function UserPicker({ user, asked }: Props) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return (
    <FilterForm
      query={user?.id ?? asked}
      aria-label="Select a user"
      className="flex grow items-end gap-2 sm:w-fit sm:grow-0"
    >
      {params.has('range') ? <input type="hidden" name="range" value={params.get('range') ?? ''} /> : null}
      <Combobox
        name="user"
        label="User"
        placeholder="Name or email"
        suggest={suggestUsers}
        minLength={MIN_SEARCH_CHARACTERS}
        delayMs={300}
        defaultValue={user?.email ?? asked}
        error={
          user === null && asked !== ''
            ? `No single user matches “${asked}”. Choose one from the list.`
            : undefined
        }
        onChoose={({ id }) => {
          const next = new URLSearchParams(params);
          next.set('user', id);
          next.delete('page');
          next.delete('apiKey');
          navigate(`?${next.toString()}`);
        }}
        className="min-w-0 grow sm:w-80"
      />
      <Button type="submit" className="min-h-11 sm:min-h-9">
        Select
      </Button>
    </FilterForm>
  );
}
