import { Notice } from '~/ui/notice';

/** Where mail would be the next step, on a server that cannot send any. */
export function NoMailYet() {
  return (
    <Notice tone="warn">
      This server can’t send email yet. Ask its administrator for the link; it’s kept on the server.
    </Notice>
  );
}
