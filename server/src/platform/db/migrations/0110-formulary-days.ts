import { createIndex, type Step } from '../steps.ts'

/** This year's and next year's formularies side by side (IM-9, MP-17). Rows stored earlier have no year, and always count. */
export const steps: readonly Step[] = [
  `alter table formulary_drug
    add column if not exists begins date not null default '0001-01-01',
    add column if not exists ends date not null default '9999-12-31'`,
  createIndex('formulary_drug_on_days', 'formulary_drug (brand, plan_id, drug_id, begins)', { unique: true }),
  `alter table formulary_drug drop constraint formulary_drug_pkey,
    add constraint formulary_drug_pkey primary key using index formulary_drug_on_days`,
]
