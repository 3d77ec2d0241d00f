export { DiagnosticsPage } from './diagnostics-page';
export { HealthPage } from './health-page';
