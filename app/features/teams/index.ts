export { JoinPage } from './join-page';
export { TeamPage } from './team-page';
