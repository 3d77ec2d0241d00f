export { createBaiql, type Baiql } from './create-baiql.server';
export { baiqlData } from './personal-data.server';
export { requireBaiql } from './require-baiql.server';
export { deleteFile, renameFile } from './files/change-files.server';
export { downloadFile, downloadFolder } from './files/download-files.server';
export { listFiles } from './files/list-files.server';
export { folderQuerySchema, pathQuerySchema, renameSchema } from './files/schema';
export { sendFile } from './files/send-file.server';
export { deleteScript } from './scripts/delete-script.server';
export { getScript } from './scripts/get-script.server';
export { listScripts } from './scripts/list-scripts.server';
export { saveScript } from './scripts/save-script.server';
export { MAX_SCRIPT_BODY_BYTES, saveScriptSchema } from './scripts/schema';
export { updateScript } from './scripts/update-script.server';
export { cancelExecution } from './runs/cancel-execution.server';
export { resumeExecution, retryFailed } from './runs/continue-execution.server';
export { executeScript } from './runs/execute-script.server';
export { getExecution } from './runs/get-execution.server';
export { listExecutions } from './runs/list-executions.server';
export { listItems } from './runs/list-items.server';
export { readLogs } from './runs/read-logs.server';
export {
  executeSchema,
  listExecutionsSchema,
  listItemsSchema,
  logsSchema,
  resumeSchema,
} from './runs/schema';
export { streamExecution } from './runs/stream-execution.server';
export { validateScript } from './runs/validate-script.server';
export type { ExecutionView } from './runs/execution-view.server';
