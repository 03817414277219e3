/** What can be imported: files of a standard, or a kind of CSV file. */
export const importKinds = [
  'fhir',
  'directory',
  'rates',
  'formulary',
  'members',
  'spending',
  'benefits',
  'premiums',
  'first-premiums',
  'payouts',
  'agencies',
  'agents',
  'appointments',
  'trainings',
  'clients',
  'plans',
] as const
