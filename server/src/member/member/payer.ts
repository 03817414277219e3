import { findRelationship } from '@portico/rules/member/family'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { type CoveredPerson, readCovered, readOthersOnContract } from './contract.ts'

/** Who pays for a contract, with the first names of everyone on it. */
export interface Payer {
  readonly memberId: string
  readonly brand: string
  readonly person: CoveredPerson
  readonly names: ReadonlyMap<string, string>
}

export type NotPayerReason = 'not-subscriber' | 'viewing'

/** The subscriber pays for everyone on the contract; others learn why they get no bill. */
export async function readPayer(
  tx: Tx,
  { memberId, scopes }: Pick<MemberPrincipal, 'memberId' | 'scopes'>,
): Promise<Payer | NotPayerReason> {
  if (scopes !== null) return 'viewing'
  const person = await readCovered(tx, memberId)
  if (person === undefined) throw new CallError('NOT-FOUND')
  if (findRelationship(person.relationshipCode) !== 'subscriber') return 'not-subscriber'
  const others = await readOthersOnContract(tx, memberId)
  const names = new Map([person, ...others].map((one) => [one.memberId, one.firstName]))
  return { memberId, brand: person.brand, person, names }
}

/** The same for data that only the payer may see. Throws NOT-FOUND for everyone else. */
export async function demandPayer(tx: Tx, principal: MemberPrincipal): Promise<Payer> {
  const payer = await readPayer(tx, principal)
  if (typeof payer === 'string') throw new CallError('NOT-FOUND')
  return payer
}
