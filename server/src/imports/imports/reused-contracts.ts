import type { Tx } from '../../platform/db/database.ts'
import { listOnContract, readSubscriber } from './contract-store.ts'
import type { ReadCoverage } from './fhir/read-person.ts'

/** A person by name and date of birth. */
interface Named {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
}

/**
 * Whether a coverage names another family's contract (MP-14), because a plan has given the number out again: everybody on a contract sees
 * what its subscriber may see. It does if a dependent's subscriber is not the contract's, or if a subscriber is new to a contract on which
 * all coverages have ended.
 */
export async function isOnAnothersContract(tx: Tx, brand: string, read: ReadCoverage, today: string): Promise<boolean> {
  const { contractNumber, patientId, cancelled } = read
  const subscriberId = read.subscriberPatientId ?? (read.relationshipCode === '18' ? patientId : undefined)
  if (contractNumber === null || subscriberId === undefined || cancelled) return false
  const people = await listOnContract(tx, brand, contractNumber, today)
  const holder = people.find((one) => one.isSubscriber)
  const subscriber = holder && (await readSubscriber(tx, brand, subscriberId))
  if (holder === undefined || subscriber === undefined || subscriber.memberId === holder.memberId) return false
  if (people.some((one) => one.memberId === subscriber.memberId) || people.some((one) => isSame(one, subscriber)))
    return false
  return subscriberId !== patientId || people.every(({ isOver }) => isOver)
}

function isSame(one: Named, other: Named): boolean {
  return (
    one.birthDate === other.birthDate ||
    `${one.firstName} ${one.lastName}`.toLowerCase() === `${other.firstName} ${other.lastName}`.toLowerCase()
  )
}
