import { Form } from '@remix-run/react';
import { Button } from '~/ui/button';
import { useLogout } from './use-logout';

/** A form, so that it works before the scripts have loaded, and cannot be triggered by a mere link. */
export function LogoutButton({ className }: { className?: string }) {
  const logout = useLogout();
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
      <Button type="submit" variant="ghost">
        Logout
      </Button>
    </Form>
  );
}
