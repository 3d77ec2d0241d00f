export {
  findPersonalData,
  redactPersonalData,
  type PersonalDataItem,
} from '@promptwell/ai-providers/personal-data';
