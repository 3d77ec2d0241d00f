export { createBaiql } from './create-baiql.server';
export { createRunStore } from './store/create-run-store.server';
export { baiqlData } from './personal-data.server';
export { BAIQL_RATE_LIMITS } from './rate-limits';
export {
  changeFile,
  deleteFile,
  downloadFile,
  downloadFolder,
  FILE_ERRORS,
  listFiles,
  readFilesPage,
  renameFile,
} from './files/manage-files.server';
export { renderUserFile, PREVIEW_ERRORS, previewUserFile } from './files/preview-files.server';
export { saveUploads, UPLOAD_ERRORS } from './files/save-uploads.server';
export * from './files/responses';
export * from './files/schema';
export { cancelRun, resumeRun, retryFailed, writeOutputs } from './runs/change-run.server';
export { checkWithinTimeout, describeCheck } from './runs/check-script.server';
export { downloadOutputs } from './runs/download-outputs.server';
export { executeScript } from './runs/execute-script.server';
export { readEnvironment } from './runs/read-environment.server';
export { listItems } from './runs/list-items.server';
export { readItemInput } from './runs/read-item-input.server';
export { compareRuns } from './runs/compare-runs.server';
export { readFailures, readMonitor } from './runs/read-monitor.server';
export { RUN_SORTS } from './runs/runs-table';
export { listRuns, listRunsPage } from './runs/list-runs.server';
export { getRun, readLogs } from './runs/read-runs.server';
export { countReviews, getItemDetail, reviewItem, undoReview } from './runs/review-item.server';
export * from './runs/check-responses';
export * from './runs/execute-schema';
export * from './runs/responses';
export * from './runs/items-schema';
export * from './runs/schema';
export { streamRun } from './runs/stream-run.server';
export {
  deleteScript,
  getScript,
  listScripts,
  renameScript,
  saveScript,
  updateScript,
} from './scripts/scripts.server';
export { getVersion, listVersions } from './scripts/versions.server';
export * from './scripts/responses';
export * from './scripts/schema';
export { readWorkbench, workbenchQuerySchema, type WorkbenchData } from './read-workbench.server';
export { addSamples } from './templates/add-samples.server';
export * from './templates/responses';
export * from './templates/schema';
export { listTemplates } from './templates/templates.server';
export { readCacheSavings } from './runs/read-cache-savings.server';
export type { BaiqlServices } from './deps.server';
