import type { Tx } from '../../../../platform/db/database.ts'
import { findByAnyNumber } from '../../several-numbers.ts'
import { foldName } from '../values.ts'
import { listFamilies, listPeople, type Person } from './family-store.ts'
import type { PatientSaid } from './part.ts'

/** The patient of a claim: a member, nobody who is known yet, or several people who cannot be told apart. */
export type Found = Person | 'unknown' | 'several'

/** Finds the members that files name, in order: by number, else on the contract by date of birth and first name. */
export async function findPatientsSaid(
  tx: Tx,
  { brand, now }: { readonly brand: string; readonly now: Date },
  said: readonly PatientSaid[],
): Promise<readonly Found[]> {
  const people = await listFamilies(
    tx,
    brand,
    said.flatMap((one) => one.numbers),
  )
  const byNumber = new Map(people.map((one) => [one.memberNumber, one]))
  const others = await findOthers(
    tx,
    { brand, now },
    said.flatMap((one) => one.numbers).filter((number) => !byNumber.has(number)),
  )
  for (const [number, person] of others) byNumber.set(number, person)
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
      // The only person on a contract is the one with the number, even under another first name, unless date of birth and last name rule it
      // out.
      if (holder !== undefined && isOwn && family.length <= 1 && mayBe(one, holder)) return holder
    }
    return 'unknown'
  })
}

/** Finds members by a number other than the one that they are known by, such as that of a dental card. */
async function findOthers(
  tx: Tx,
  of: { readonly brand: string; readonly now: Date },
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const found = numbers.length === 0 ? [] : [...(await findByAnyNumber(tx, of, numbers))]
  if (found.length === 0) return new Map()
  const people = await listPeople(
    tx,
    found.map(([, memberId]) => memberId),
  )
  const byId = new Map(people.map((one) => [one.memberId, one]))
  return new Map(
    found.flatMap(([number, memberId]) => {
      const person = byId.get(memberId)
      return person === undefined ? [] : [[number, person] as const]
    }),
  )
}

/** Whether a file may mean the holder of a number although the first name differs, as with a nickname. */
function mayBe({ birthDate, lastName }: PatientSaid, holder: Person): boolean {
  if (birthDate !== null) return birthDate === holder.birthDate
  const [said, known] = [lastName ?? '', holder.lastName].map(foldName)
  return said === '' || known === '' || said === known
}

/** Whether a person has the first name and date of birth that a file states; a name may be cut, or be followed by a second one. */
function isNamed({ firstName, birthDate }: PatientSaid, person: Person): boolean {
  if (birthDate !== null && birthDate !== person.birthDate) return false
  if (firstName === null) return birthDate !== null
  const [said, known] = [firstName, person.firstName].map((name) => foldName(name.trim().split(/\s/, 1)[0] ?? ''))
  return said === known
}
