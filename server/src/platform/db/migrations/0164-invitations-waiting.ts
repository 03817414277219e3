import { createIndex, type Step } from '../steps.ts'

/** Finds a person's waiting invitations by the e-mail address that they were sent to (RG-3). */
export const steps: readonly Step[] = [
  createIndex('person_access_invited', `person_access (lower(email)) where state = 'invited'`),
]
