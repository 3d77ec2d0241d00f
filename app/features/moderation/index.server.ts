export { createModeration, type Moderation } from './moderation.server';
export { moderateForPerson, moderateSchema } from './moderate-for-person.server';
export { refuseBlocked } from './refuse-blocked.server';
