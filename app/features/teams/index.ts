export { JoinPage } from './join-page';
export { TeamPage } from './team-page';
export type { TeamMail } from './team-terms';
