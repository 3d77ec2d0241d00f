import { ButtonLink } from '~/ui/button-link';

/** Links to the AI page when signed in, otherwise to registration. */
export function StartLink({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ButtonLink to={isSignedIn ? '/ai' : '/register'} variant="primary" size="l">
      Start building
    </ButtonLink>
  );
}
