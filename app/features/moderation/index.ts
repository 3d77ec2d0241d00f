export { findPersonalData, redactPersonalData, type PersonalDataItem } from './personal-data';
