import { Form } from '@remix-run/react';
import { Button, type ButtonProps } from '~/ui/button';
import { useLogout, useReturnAfterLogout } from './use-logout';

type Props = { className?: string; variant?: ButtonProps['variant'] };

/** A form, so that it works before hydration and can't be triggered by a link. */
export function LogoutButton({ className, variant = 'ghost' }: Props) {
  const logout = useLogout();
  const returnTo = useReturnAfterLogout();
  return (
    <Form
      method="post"
      action="/logout"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        logout();
      }}
    >
      {returnTo === undefined ? null : <input type="hidden" name="returnTo" value={returnTo} />}
      <Button type="submit" variant={variant}>
        Logout
      </Button>
    </Form>
  );
}
