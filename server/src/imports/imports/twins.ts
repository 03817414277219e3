import type { Tx } from '../../platform/db/database.ts'
import type { LinkedPeople } from './linked-people.ts'
import { keepApart, listUnderNumber } from './number-store.ts'
import { compareNamed, listFirstNames, readUnnamed, type Said, type Sameness } from './same-person.ts'

type Person = Awaited<ReturnType<typeof listUnderNumber>>['holders'][number]

/** Why a person is not taken for the member whose number their file states. */
export const otherOfTheDay =
  'is that of somebody of the same day of birth with another first name: give each a number, or say in the list of names or in a link that they are one'

/**
 * Whether the member with a number is a different person with the same date of birth as a person of a file (IM-1, MP-14), such as a twin. A
 * later file may name a child who had no name yet; but if both are in the same file, they are two children, and stay so.
 */
export async function isHeldByAnother(
  tx: Tx,
  { brand, runId, links }: { readonly brand: string; readonly runId: string; readonly links?: LinkedPeople },
  of: { readonly patientId: string; readonly memberNumber: string },
): Promise<boolean> {
  const { own, holders, refused } = await listUnderNumber(tx, brand, of)
  if (own === undefined || holders.length === 0) return false
  const said = readSaid(own)
  const isSame = (is: Sameness) => {
    if (is !== 'later') return is === 'one'
    if (own.apartOn === of.memberNumber || isUnnamed(own)) return false
    return holders.every((one) => one.runId !== runId && !links?.isInFiles(one.patientId ?? ''))
  }
  // The holders with a first name if this person has one, or without one if not.
  const alike = holders.filter((one) => isUnnamed(one) === isUnnamed(own))
  const compared = (alike.length > 0 ? alike : holders).map((one) => compareNamed(said, readSaid(one)))
  const isTheirs = alike.length > 0 ? compared.includes('one') : compared.every(isSame)
  const mayBeRefused = alike.length === 0 && refused.some((one) => compareNamed(said, readSaid(one)) !== 'two')
  if (isTheirs && !mayBeRefused) return false
  await keepApart(tx, brand, of.patientId, of.memberNumber)
  return true
}

function isUnnamed({ firstName }: Person): boolean {
  return readUnnamed(firstName) !== null
}

interface PatientSaid {
  readonly gender?: unknown
  readonly multipleBirthBoolean?: unknown
  readonly multipleBirthInteger?: unknown
}

function readSaid({ firstName, resource }: Person): Said {
  if (resource === null) return { firstName }
  const patient = JSON.parse(resource) as PatientSaid
  const { gender, multipleBirthBoolean, multipleBirthInteger } = patient
  return {
    firstName,
    otherNames: listFirstNames(patient),
    sex: typeof gender === 'string' ? gender : null,
    isMultiple: multipleBirthBoolean === true || Number(multipleBirthInteger) > 0,
  }
}
