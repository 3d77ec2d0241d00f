import { DomainError } from '~/core/shared/errors';
import type { Role } from '~/core/shared/permissions';
import type { Balance } from '~/features/ledger/index.server';
import type { AiProvider } from '~/integrations/ai/contract';
import type { Catalogue, CatalogueModel } from './catalogue.server';
import { isImageAttachment } from './compose-messages.server';
import { limitsOf, type Plan } from './entitlements';
import type { CompleteRequest } from './schema';

interface Deps {
  catalogue: Catalogue;
  providers: { get(key: string): AiProvider | undefined };
}

/** The model that is asked for, if this person may call it now. */
export async function chooseModel(
  deps: Deps,
  request: Pick<CompleteRequest, 'provider' | 'model'>,
  plan: Plan,
) {
  const model = await deps.catalogue.find(request.provider, request.model);
  if (!model) {
    throw new DomainError(
      'invalid',
      `There is no model ${request.model} of ${request.provider} here. Choose one of GET /api/ai/models.`,
      {
        code: 'unknown_model',
      },
    );
  }
  if (plan === 'free' && !model.isFree) {
    throw new DomainError(
      'payment-required',
      'This model is available on paid plans. Please select GPT-4o-mini or Gemini 2.5 Flash.',
      { code: 'free_model_restricted' },
    );
  }
  if (!model.price) {
    throw new DomainError(
      'invalid',
      `${model.displayName} has no price yet, so it cannot be called. Choose another model.`,
      {
        code: 'price_missing',
      },
    );
  }
  const provider = deps.providers.get(model.provider);
  if (!provider) {
    throw new DomainError(
      'unavailable',
      `${model.displayName} is not set up on this server. Choose another model.`,
      {
        code: 'provider_not_set_up',
      },
    );
  }
  return { model, price: model.price, provider };
}

/** Chat mode, images and many files are for people who pay. */
export function refuseBeyondPlan(request: CompleteRequest, roles: readonly Role[], plan: Plan): void {
  const needsPro = request.chatMode || request.attachments.some(isImageAttachment);
  if (plan === 'free' && needsPro) {
    throw new DomainError('forbidden', 'Access denied. PaidUser role required.', {
      code: 'paid_user_required',
    });
  }
  const most = limitsOf(roles, plan).attachments;
  if (request.attachments.length > most) {
    throw new DomainError('invalid', 'Attachment rejected. Please check file type/size.', {
      code: 'attachment_invalid',
      data: { reason: `At most ${String(most)} files at once.` },
    });
  }
}

/** What is one's own, whether or not calls under way hold it: somebody with calls out is no free user. */
export const spendable = (balance: Balance): bigint =>
  balance.debtMicroUsd > 0n ? 0n : balance.postedMicroUsd;

/** Without money of one's own, the two free models are free; the day's allowance is counted with the hold. */
export function isFreeSend(
  model: CatalogueModel,
  roles: readonly Role[],
  spendableMicroUsd: bigint,
): boolean {
  return model.isFree && (roles.length === 0 || spendableMicroUsd <= 0n);
}
