import { ButtonLink } from '~/ui/button-link';

/** The way in: to the AI page for people who are signed in, to sign in for everyone else. */
export function StartLink({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ButtonLink to={isSignedIn ? '/ai' : '/login'} variant="primary" size="l">
      Start building
    </ButtonLink>
  );
}
