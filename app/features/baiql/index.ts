export { FilesPage } from './files/files-page';
export { MonitorPage } from './monitor/monitor-page';
export { Workbench } from './workbench/workbench';
export { ChooseRunsPage, ComparePage } from './monitor/compare-page';
export { RunsPage } from './monitor/runs-page';
