export { auditAddressSchema, auditPageSchema, auditQuerySchema } from './schema';
export { exportAudit, listAudit, readAuditPage } from './list-audit.server';
export { writeAudit } from './write-audit.server';
