export { FilesPage } from './files/files-page';
export { FilesPanel } from './files/files-panel';
export { FILES_CHANGED, type ScriptEditor } from './files/files-view';
export { Workbench } from './workbench/workbench';
