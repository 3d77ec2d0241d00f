import type { CoreServices } from '~/core/core-services';
import type { AccountsServices } from '~/features/accounts/index.server';
import type { BaiqlServices } from '~/features/baiql/index.server';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { DocsServices } from '~/features/docs/index.server';
import type { GeneratorServices } from '~/features/generator/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { MailsServices } from '~/features/mails/index.server';
import type { ModelsServices } from '~/features/models/index.server';
import type { ModerationServices } from '~/features/moderation/index.server';
import type { OpenApiServices } from '~/features/open-api/index.server';
import type { OperationsServices } from '~/features/operations/index.server';
import type { PaymentsServices } from '~/features/payments/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { PromptsServices } from '~/features/prompts/index.server';
import type { SessionsServices } from '~/features/sessions/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Everything that is created once at boot. A use case takes `(services, actor, input)`, and names what it needs of them. */
export interface Services
  extends
    CoreServices,
    IntegrationServices,
    AccountsServices,
    BaiqlServices,
    CompletionsServices,
    DocsServices,
    GeneratorServices,
    LedgerServices,
    MailsServices,
    ModelsServices,
    ModerationServices,
    OpenApiServices,
    OperationsServices,
    PaymentsServices,
    PreferencesServices,
    PromptsServices,
    SessionsServices {}
