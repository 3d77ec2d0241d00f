/** How an owner proves that it is them who asks. */
export type ProofWay = 'password' | 'google' | 'mail';

/** What the account page knows about its session's proof. */
export interface OwnerProof {
  ways: readonly ProofWay[];
  /** Within the last ten minutes. */
  isRecent: boolean;
}
