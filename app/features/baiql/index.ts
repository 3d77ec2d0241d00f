export { FilesPage } from './files/files-page';
export { Workbench } from './workbench/workbench';
