import { checkEmail } from '../validation/email.ts'
import { checkName } from '../validation/name.ts'
import type { Problem } from '../validation/result.ts'

/** What we ask about a client: who the proposal is for, where to send it, and whether they want it. */
export const proposalFields = ['firstName', 'lastName', 'email', 'agreed'] as const
export type ProposalField = (typeof proposalFields)[number]

export function checkProposal(field: ProposalField, value: string): Problem | null {
  if (field === 'agreed') return value === 'true' ? null : { code: 'terms.required' }
  return field === 'email' ? checkEmail(value, { required: true, longTopLevel: true }) : checkName(value)
}
