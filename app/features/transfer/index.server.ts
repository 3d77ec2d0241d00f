export { exportData } from './export-data.server';
export { importData } from './import-data.server';
