export { ACTION_LABELS, AUDIT_TABLE, type AuditEventView, type AuditPageData } from './schema';
