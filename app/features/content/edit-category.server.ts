import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { ContentDeps } from './deps.server';
import type { CategoryForm, PairForm, PurposeForm } from './forms';

type Deps = Pick<ContentDeps, 'clock' | 'prisma' | 'content'>;

/** Rows edited by an administrator aren't changed by new reference content. */
const EDITED = { isEdited: true } as const;
const SORT_STEP = 10;

type Tx = Prisma.TransactionClient;

export async function saveCategory(
  services: Deps,
  actor: UserRef,
  { id, ...fields }: CategoryForm,
): Promise<void> {
  const event = { action: 'content.category', name: fields.name, isNew: id === undefined };
  await changeContent(services, actor, event, async (tx) => {
    const others = await tx.category.findMany({ where: { NOT: { id: id ?? 0 } }, select: { name: true } });
    refuseTaken(others, fields.name, 'name');
    const data = { ...fields, ...EDITED };
    if (id === undefined) await tx.category.create({ data });
    else if ((await tx.category.updateMany({ where: { id }, data })).count === 0) throw noSuch('category');
  });
}

/** A style and its outcome share a sort order; a new pair comes last. */
export async function savePair(
  services: Deps,
  actor: UserRef,
  { categoryId, ...input }: PairForm & { categoryId: number },
): Promise<void> {
  const { styleId = 0, outcomeId = 0, styleName, styleText, outcomeName, outcomeText, isActive } = input;
  const style = { name: styleName, templateText: styleText, isActive, ...EDITED };
  const outcome = { name: outcomeName, templateText: outcomeText, isActive, ...EDITED };
  const event = { action: 'content.pair', name: styleName, isNew: input.styleId === undefined };
  await changeContent(services, actor, event, async (tx) => {
    const where = { categoryId };
    const [styles, outcomes] = [
      await tx.styleTemplate.findMany({ where }),
      await tx.outcomeTemplate.findMany({ where }),
    ];
    refuseTaken(
      styles.filter(({ id }) => id !== styleId),
      styleName,
      'styleName',
    );
    refuseTaken(
      outcomes.filter(({ id }) => id !== outcomeId),
      outcomeName,
      'outcomeName',
    );
    if (input.styleId === undefined) {
      if ((await tx.category.count({ where: { id: categoryId } })) === 0) throw noSuch('category');
      const taken = [...styles, ...outcomes].map(({ sortOrder }) => sortOrder);
      const place = {
        categoryId,
        sortOrder: taken.reduce((most, each) => Math.max(most, each), 0) + SORT_STEP,
      };
      await tx.styleTemplate.create({ data: { ...style, ...place } });
      await tx.outcomeTemplate.create({ data: { ...outcome, ...place } });
      return;
    }
    const pair = styles.find(({ id }) => id === styleId);
    const partner = outcomes.find(({ id }) => id === outcomeId);
    if (!pair || pair.sortOrder !== partner?.sortOrder) throw noSuch('pair of templates');
    await tx.styleTemplate.update({ where: { id: styleId }, data: style });
    await tx.outcomeTemplate.update({ where: { id: outcomeId }, data: outcome });
  });
}

/** A purpose starts with a pair of its category. */
export async function savePurpose(
  services: Deps,
  actor: UserRef,
  { categoryId, id, styleTemplateId, ...fields }: PurposeForm & { categoryId: number },
): Promise<void> {
  const event = { action: 'content.purpose', name: fields.name, isNew: id === undefined };
  await changeContent(services, actor, event, async (tx) => {
    const style = await tx.styleTemplate.findFirst({ where: { id: styleTemplateId, categoryId } });
    const outcome =
      style && (await tx.outcomeTemplate.findFirst({ where: { categoryId, sortOrder: style.sortOrder } }));
    if (!outcome) throw noSuch('pair of templates');
    const all = await tx.purpose.findMany({ select: { id: true, name: true, sortOrder: true } });
    refuseTaken(
      all.filter((each) => each.id !== id),
      fields.name,
      'name',
    );
    const data = { ...fields, categoryId, styleTemplateId, outcomeTemplateId: outcome.id, ...EDITED };
    if (id === undefined) {
      const last = all.reduce((most, { sortOrder }) => Math.max(most, sortOrder), 0);
      await tx.purpose.create({ data: { ...data, sortOrder: last + SORT_STEP } });
    } else if ((await tx.purpose.updateMany({ where: { id, categoryId }, data })).count === 0) {
      throw noSuch('purpose');
    }
  });
}

/** Applies a change with its audit event in one transaction, then invalidates the content cache. */
export async function changeContent(
  services: Deps,
  actor: UserRef,
  { action, name, isNew }: { action: string; name: string; isNew: boolean },
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  await services.prisma.$transaction(async (tx) => {
    await change(tx);
    await writeAudit(tx, services, actor, { action, subject: name, detail: { isNew } });
  });
  services.content.invalidate();
}

/** Names must be unique, because users choose by name. */
export function refuseTaken(others: readonly { name: string }[], name: string, field: string): void {
  const wanted = name.toLowerCase();
  if (others.some((other) => other.name.toLowerCase() === wanted))
    throw new DomainError('conflict', `“${name}” already exists.`, { code: 'name_taken', field });
}

export const noSuch = (what: string): DomainError =>
  new DomainError('not-found', `There is no such ${what}.`, { code: 'no_such_content' });
