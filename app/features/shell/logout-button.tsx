import { Form } from '@remix-run/react';
import { Button } from '~/ui/button';
import { forgetPerson } from './forget-browser-state';

/** A form, so that it works before the scripts have loaded, and cannot be triggered by a mere link. */
export function LogoutButton({ className }: { className?: string }) {
  return (
    <Form method="post" action="/logout" onSubmit={forgetPerson} className={className}>
      <Button type="submit" look="quiet">
        Logout
      </Button>
    </Form>
  );
}
