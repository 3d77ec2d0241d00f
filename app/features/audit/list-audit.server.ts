import { normalizeEmail } from '~/core/shared/email';
import type { Prisma } from '@prisma/client';
import { csvResponse, type CsvRow } from '~/core/edge/csv.server';
import { DAY_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { AuditDeps } from './deps.server';
import type { AuditEventView, AuditPageData, AuditQuery } from './schema';
import { writeAudit } from './write-audit.server';

const EXPORT_BATCH_SIZE = 500;

const COLUMNS = {
  id: true,
  at: true,
  actorId: true,
  action: true,
  subject: true,
  detail: true,
  address: true,
  actor: { select: { email: true } },
} as const satisfies Prisma.AuditEventSelect;

/** Newest first, with keyset pagination, so that the cost doesn't depend on the depth. */
export async function listAudit(
  services: Pick<AuditDeps, 'prisma'>,
  query: AuditQuery,
): Promise<AuditPageData> {
  const { prisma } = services;
  const filter = await filterOf(services, query);
  const rows = await prisma.auditEvent.findMany({
    where: { AND: [filter, query.after === undefined ? {} : olderThan(query.after)] },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: query.pageSize + 1,
    select: COLUMNS,
  });
  const shown = rows.slice(0, query.pageSize);
  const users = await prisma.user.findMany({
    where: { id: { in: [...new Set(shown.map(({ subject }) => subject))] } },
    select: { id: true, email: true },
  });
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ actor, at, ...row }): AuditEventView => ({
      ...row,
      at: at.toISOString(),
      actorEmail: actor?.email ?? null,
      subjectEmail: emails.get(row.subject) ?? null,
    })),
    next: last ? `${last.at.toISOString()}_${last.id}` : null,
  };
}

export async function readAuditPage(
  services: Pick<AuditDeps, 'prisma' | 'preferences'>,
  actor: Actor,
  query: AuditQuery,
) {
  const [list, { PreferredTimezone: timeZone }] = await Promise.all([
    listAudit(services, query),
    services.preferences.read(actor.userId),
  ]);
  return { ...list, timeZone };
}

/** Exports all matching events as CSV. Writes an audit event first. */
export async function exportAudit(
  services: Pick<AuditDeps, 'clock' | 'prisma'>,
  actor: Actor,
  query: AuditQuery,
): Promise<Response> {
  const { action, actor: email, subject, from, to } = query;
  const filters = { action, actor: email, subject, from, to };
  // Events are kept forever, so the export's own event stores account ids instead of email addresses.
  const { actorId, subject: about } = await filterOf(services, query);
  await writeAudit(services.prisma, services, actor, {
    action: 'audit.exported',
    subject: 'audit',
    detail: { action, actor: actorId, subject: about, from, to },
  });
  async function* batches(): AsyncGenerator<CsvRow[]> {
    let after: string | undefined;
    do {
      const page = await listAudit(services, { ...filters, after, pageSize: EXPORT_BATCH_SIZE });
      yield page.items.map((event) => [
        event.at,
        event.actorEmail ?? '',
        event.action,
        event.subject,
        event.subjectEmail ?? '',
        event.detail,
        event.address ?? '',
      ]);
      after = page.next ?? undefined;
    } while (after !== undefined);
  }
  return csvResponse('promptwell-audit.csv', {
    columns: ['at', 'actor', 'action', 'subject', 'subject_email', 'detail', 'address'],
    batches: batches(),
  });
}

/** Resolves email addresses to account ids, by which events are stored; unknown ones match nothing. */
async function filterOf(
  { prisma }: Pick<AuditDeps, 'prisma'>,
  { action, actor, subject, from, to }: AuditQuery,
): Promise<Prisma.AuditEventWhereInput> {
  const idOf = async (email: string) => {
    const user = await prisma.user.findUnique({ where: { email }, select: { id: true } });
    return user?.id ?? '';
  };
  return {
    ...(action ? { action } : {}),
    ...(actor ? { actorId: await idOf(actor) } : {}),
    ...(subject ? { subject: subject.includes('@') ? await idOf(normalizeEmail(subject)) : subject } : {}),
    at: {
      ...(from === undefined ? {} : { gte: new Date(from) }),
      ...(to === undefined ? {} : { lt: new Date(Date.parse(to) + DAY_MS) }),
    },
  };
}

/** Events older than the cursor, ordered by time and id. */
function olderThan(after: string): Prisma.AuditEventWhereInput {
  const [moment = '', id = ''] = after.split('_');
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) {
    throw new DomainError('invalid', 'This page of the list doesn’t exist. Start from the first page.', {
      code: 'invalid_page',
    });
  }
  return { at: { lte: at }, NOT: { at, id: { gte: id } } };
}
