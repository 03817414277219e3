import { createIndex, type Step } from '../steps.ts'

/** Claims may name providers only by NPI (IM-1). */
export const steps: readonly Step[] = [createIndex('import_party_npi', 'import_party (npi) where npi is not null')]
