import { Notice } from '~/ui/notice';

/** What is wrong with a form as a whole: said at its head, and read aloud. */
export function FormNotice({ errors }: { errors: readonly string[] | undefined }) {
  return errors && errors.length > 0 ? <Notice tone="bad">{errors.join('. ')}</Notice> : null;
}
