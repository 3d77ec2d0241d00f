/** Ways to prove ownership of an account. */
export type ProofMethod = 'password' | 'google' | 'mail';

/** Proof of ownership of the current session. */
export interface OwnerProof {
  ways: readonly ProofMethod[];
  /** Within the last ten minutes. */
  isRecent: boolean;
}
