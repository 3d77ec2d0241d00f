/** Download formats of lists and documents. Free accounts get txt. */
export const EXPORT_FORMATS = ['csv', 'json', 'txt', 'xlsx', 'docx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_FORMAT_LABELS: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV (.csv)',
  json: 'JSON (.json)',
  txt: 'Text (.txt)',
  xlsx: 'Excel (.xlsx)',
  docx: 'Word (.docx)',
};
