/** Ways to prove ownership of an account. */
export type ProofMethod = 'password' | 'passkey' | 'provider' | 'mail';

/** A provider that a round trip can be made to. */
export interface LinkedProvider {
  label: string;
  loginPath: string;
}

/** Proof of ownership of the current session. */
export interface OwnerProof {
  ways: readonly ProofMethod[];
  /** Those linked to the account. */
  providers: readonly LinkedProvider[];
  /** Within the last ten minutes. */
  isRecent: boolean;
}

/** Whether a form has to ask for the password. */
export const asksPassword = ({ ways, isRecent }: OwnerProof): boolean =>
  ways.includes('password') && !isRecent;

/** Whether something else has to be done first: a passkey, a provider or a mailed link. */
export const asksProofFirst = ({ ways, isRecent }: OwnerProof): boolean =>
  !ways.includes('password') && !isRecent;
