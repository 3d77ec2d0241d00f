import { Form } from '@remix-run/react';
import { Button, type ButtonProps } from '~/ui/button';
import { useLogout } from './use-logout';

type Props = {
  className?: string;
  /** Where another account is to go on. */
  returnTo?: string;
  variant?: ButtonProps['variant'];
};

/** A form, so that it works before the scripts have loaded, and cannot be triggered by a mere link. */
export function LogoutButton({ className, returnTo, variant = 'ghost' }: Props) {
  const logout = useLogout(returnTo);
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
