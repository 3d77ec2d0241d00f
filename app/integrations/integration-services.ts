import type { ProviderRegistry } from '@promptwell/ai-providers';
import type { DocumentReader } from '@promptwell/documents';
import type { Google } from './google/index.server';
import type { Mailer } from './mail/index.server';
import type { StripeGateway } from './stripe/index.server';

/** What is outside of this program. */
export interface IntegrationServices {
  providers: ProviderRegistry;
  /** Reads files attached to prompts; BAIQL has its own readers. */
  documents: DocumentReader;
  mailer: Mailer;
  /** Undefined when Google sign-in isn't configured. */
  google: Google | undefined;
  /** Undefined when Stripe isn't configured. */
  stripe: StripeGateway | undefined;
}
