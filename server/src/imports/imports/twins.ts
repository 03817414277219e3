import type { Tx } from '../../platform/db/database.ts'
import type { LinkedPeople } from './linked-people.ts'
import { keepApart, listUnderNumber } from './number-store.ts'
import { compareNamed, listFirstNames, readUnnamed, type Said, type Sameness } from './same-person.ts'

type Person = Awaited<ReturnType<typeof listUnderNumber>>['holders'][number]

/** Why nothing of somebody is taken for the member whose number their file says. */
export const otherOfTheDay =
  'is that of somebody of the same day of birth with another first name: give each a number, or say in the list of names or in a link that they are one'

/**
 * Whether the member with a number is somebody else of the same day of birth than a person of a file (IM-1, MP-14), such as a twin. A child
 * who had no name yet may be named by a later file; who stands beside them in the same one is another child, and stays so.
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
  // Of those who are called in the same way as they are, by a name or as a child without one.
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
