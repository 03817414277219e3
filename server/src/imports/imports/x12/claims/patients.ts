import type { Tx } from '../../../../platform/db/database.ts'
import { foldName } from '../values.ts'
import { listFamilies, type Person } from './family-store.ts'
import type { PatientSaid } from './part.ts'

/** The patient of a claim: a member, nobody who is known yet, or several people who cannot be told apart. */
export type Found = Person | 'unknown' | 'several'

/** Finds the members that files name, in order: by number, else on the contract by date of birth and first name. */
export async function findPatientsSaid(tx: Tx, brand: string, said: readonly PatientSaid[]): Promise<readonly Found[]> {
  const people = await listFamilies(
    tx,
    brand,
    said.flatMap((one) => one.numbers),
  )
  const byNumber = new Map(people.map((one) => [one.memberNumber, one]))
  const byContract = Map.groupBy(people, ({ contractNumber }) => contractNumber)
  return said.map((one) => {
    for (const [index, number] of one.numbers.entries()) {
      const holder = byNumber.get(number)
      const isOwn = one.isSelf && index === 0
      if (isOwn && holder !== undefined && isNamed(one, holder)) return holder
      const family = byContract.get(holder?.contractNumber ?? number) ?? []
      // A patient with their own number is not the holder of the stated number, even if both have the same name.
      const matching = family.filter((person) => isNamed(one, person) && !(one.isSelf && !isOwn && person === holder))
      if (matching.length > 1) return 'several'
      if (matching[0] !== undefined) return matching[0]
      // The only person on a contract is the one with the number, whatever the name.
      const isBorn = one.birthDate === null || one.birthDate === holder?.birthDate
      if (holder !== undefined && isOwn && family.length <= 1 && isBorn) return holder
    }
    return 'unknown'
  })
}

/** Whether a person has the first name and date of birth that a file states; a name may be cut, or be followed by a second one. */
function isNamed({ firstName, birthDate }: PatientSaid, person: Person): boolean {
  if (birthDate !== null && birthDate !== person.birthDate) return false
  if (firstName === null) return birthDate !== null
  const [said, known] = [firstName, person.firstName].map((name) => foldName(name.trim().split(/\s/, 1)[0] ?? ''))
  return said === known
}
