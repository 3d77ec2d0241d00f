export { ArchiveError } from './archive.server';
export { exportData } from './export-data.server';
export { importData, type Imported } from './import-data.server';
