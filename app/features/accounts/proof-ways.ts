/** Ways to prove ownership of an account. */
export type ProofWay = 'password' | 'google' | 'mail';

/** Proof of ownership of the current session. */
export interface OwnerProof {
  ways: readonly ProofWay[];
  /** Within the last ten minutes. */
  isRecent: boolean;
}
