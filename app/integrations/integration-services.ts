import type { ProviderRegistry } from '@promptwell/ai-providers';
import type { DocumentReader } from '@promptwell/documents';
import type { Mailer } from './mail/index.server';
import type { PendingSignIns, SignInProvider } from './sign-in/index.server';
import type { StripeGateway } from './stripe/index.server';

/** Services outside of this program. */
export interface IntegrationServices {
  providers: ProviderRegistry;
  /** Reads files attached to prompts; BAIQL has its own readers. */
  documents: DocumentReader;
  mailer: Mailer;
  /** Ways to sign in that others vouch for, in the order of their buttons. */
  signInProviders: readonly SignInProvider[];
  pendingSignIns: PendingSignIns;
  /** Undefined when Stripe isn't configured. */
  stripe: StripeGateway | undefined;
}
