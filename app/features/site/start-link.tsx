import { ButtonLink } from '~/ui/button-link';

/** The way in: to the AI page for people who are signed in, to an account for everyone else. */
export function StartLink({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ButtonLink to={isSignedIn ? '/ai' : '/register'} variant="primary" size="l">
      Start building
    </ButtonLink>
  );
}
