import type { Doc as DocRow } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { describeIssues, z } from '~/core/shared/zod';
import type { Actor, UserRef } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { DocsEditorDeps } from './deps.server';
import { DOC_TYPES, type DocType } from '~/features/docs/index.server';
import { type AdminDoc, type AdminDocList, type DocVersion } from './responses';
import { docFieldsOf, type ListedDocVersion } from './schema';

const VERSIONS_SHOWN = 50;

/** The texts of one type, in display order. */
export async function listEditableDocs(
  { prisma }: Pick<DocsEditorDeps, 'prisma'>,
  type: DocType,
): Promise<AdminDocList> {
  const rows = await prisma.doc.findMany({
    where: { type },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
    omit: { content: true },
  });
  return { items: rows.map(describeListed) };
}

export async function readDocsListPage(
  services: Pick<DocsEditorDeps, 'prisma' | 'preferences'>,
  actor: UserRef,
  { type }: { type: DocType },
) {
  const [{ items }, { PreferredTimezone: timeZone }] = await Promise.all([
    listEditableDocs(services, type),
    services.preferences.read(actor.userId),
  ]);
  return { type, items, timeZone };
}

export async function readEditableDoc(
  { prisma }: Pick<DocsEditorDeps, 'prisma'>,
  { id, docType }: { id: number; docType?: DocType },
): Promise<AdminDoc> {
  const row = await prisma.doc.findUnique({ where: { id } });
  if (!row || (docType !== undefined && row.type !== docType)) throw notFound();
  return { ...describeListed(row), content: row.content };
}

/** The editor page: a text and its versions. */
export async function readEditorPage(
  services: Pick<DocsEditorDeps, 'prisma' | 'preferences'>,
  actor: Actor,
  id: number,
) {
  const [doc, rows, { PreferredTimezone: timeZone }] = await Promise.all([
    readEditableDoc(services, { id }),
    services.prisma.docVersion.findMany({
      where: { docId: id },
      orderBy: { version: 'desc' },
      take: VERSIONS_SHOWN,
      select: { version: true, savedAt: true, actor: { select: { email: true } } },
    }),
    services.preferences.read(actor.userId),
  ]);
  const versions = rows.map(({ version, savedAt, actor: by }): ListedDocVersion => {
    return { version, at: savedAt.toISOString(), by: by?.email ?? null };
  });
  return { doc, versions, timeZone, userId: actor.userId };
}

export async function readDocVersion(
  { prisma }: Pick<DocsEditorDeps, 'prisma'>,
  { id: docId, version }: { id: number; version: number },
): Promise<DocVersion> {
  const row = await prisma.docVersion.findUnique({
    where: { docId_version: { docId, version } },
    select: { version: true, title: true, content: true },
  });
  if (!row) throw notFound();
  return row;
}

interface DocChange {
  id: number;
  docType?: DocType;
  title: string;
  content: string;
  isPublished?: boolean;
  /**
   * The version that the edit is based on. If it is missing, the current version is overwritten, but stays in the list
   * of versions.
   */
  version?: number | undefined;
}

/**
 * Saves an edit and adds a version.
 * @throws DomainError `doc_changed`, if `version` isn't the current one
 */
export async function saveDoc(
  services: Pick<DocsEditorDeps, 'clock' | 'prisma' | 'docs'>,
  actor: UserRef,
  { id, docType, isPublished, version: begunWith, ...texts }: DocChange,
): Promise<AdminDoc> {
  const { prisma, clock, docs } = services;
  const at = new Date(clock());
  const saved = await prisma.$transaction(async (tx) => {
    const before = await tx.doc.findUnique({ where: { id } });
    if (!before || (docType !== undefined && before.type !== docType)) throw notFound();
    const { title, content } = checkTexts(typeOf(before), texts);
    if (begunWith !== undefined && begunWith !== before.version) {
      throw new DomainError(
        'conflict',
        'Someone else saved this text since you opened it. Nothing was overwritten.',
        {
          code: 'doc_changed',
          data: {
            current: { title: before.title, content: before.content, version: before.version },
            yours: { title, content },
          },
        },
      );
    }
    const version = before.version + 1;
    await tx.docVersion.create({
      data: { docId: id, version, savedAt: at, actorId: actor.userId, title, content },
    });
    await writeAudit(tx, services, actor, {
      action: 'docs.saved',
      subject: `${before.type}/${before.slug}`,
      detail: { version, isPublished: isPublished ?? before.isPublished },
    });
    return tx.doc.update({
      where: { id },
      data: {
        title,
        content,
        version,
        updatedAt: at,
        isEdited: true,
        ...(isPublished === undefined ? {} : { isPublished }),
      },
    });
  });
  docs.invalidate();
  return { ...describeListed(saved), content: saved.content };
}

/** Updates a Learn document by id or slug. The slug can't be changed. */
export async function putDoc(
  services: Pick<DocsEditorDeps, 'clock' | 'prisma' | 'docs'>,
  actor: UserRef,
  key: string,
  { slug, ...change }: Omit<DocChange, 'id' | 'docType'> & { slug?: string | undefined },
): Promise<AdminDoc> {
  const row = await services.prisma.doc.findFirst({
    where: { type: 'AppInfo', ...(/^\d+$/.test(key) ? { id: Number(key) } : { slug: key }) },
    select: { id: true, slug: true },
  });
  if (!row) throw notFound();
  if (slug !== undefined && slug !== row.slug)
    throw new DomainError('invalid', `The slug of this document is ${row.slug}: links lead to it.`, {
      code: 'slug_fixed',
    });
  return saveDoc(services, actor, { ...change, id: row.id, docType: 'AppInfo' });
}

/** Trims and validates the texts. */
function checkTexts(type: DocType, texts: { title: string; content: string }) {
  const result = z.object(docFieldsOf(type)).safeParse(texts);
  if (result.success) return result.data;
  const errors = describeIssues(result.error.issues);
  const [issue] = result.error.issues;
  throw new DomainError('invalid', `Syntax Error: ${errors.join(' ')}`, {
    code: 'syntax_error',
    errors,
    ...(issue ? { field: String(issue.path[0]) } : {}),
  });
}

const typeOf = ({ type }: Pick<DocRow, 'type'>): DocType => z.enum(DOC_TYPES).parse(type);

const describeListed = (row: Omit<DocRow, 'content'>): AdminDocList['items'][number] => ({
  id: row.id,
  docType: typeOf(row),
  slug: row.slug,
  category: row.category,
  title: row.title,
  isPublished: row.isPublished,
  isEdited: row.isEdited,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
});

const notFound = (): DomainError =>
  new DomainError('not-found', 'There is no such document.', { code: 'doc_not_found' });
