/** Ways to prove ownership of an account. */
export type ProofMethod = 'password' | 'provider' | 'mail';

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
