export { bringTeam } from './bring-team.server';
export { changeRank, leaveTeam, removeMember, renameTeam, setBudget } from './change-member.server';
export { endBudgetInOtherTeam, leaveForOwnPlan } from './end-membership.server';
export { findSharingTeam, seatsOf, type Seats } from './find-team.server';
export { INVITE_RATE_LIMIT, inviteMember, revokeInvitation, sweepInvitations } from './invite-member.server';
export { joinTeam, readInvitation } from './join-team.server';
export { teamData } from './personal-data.server';
export { readEnterprisePage, readTeamsPage } from './read-team.server';
export * from './schema';
