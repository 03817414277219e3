import { consentFields, contactFields, guardianFields, personFields } from '@portico/rules/shop/application'
import { MAX_PEOPLE } from '@portico/rules/shop/lines'

/** An application's fields as typed. */
export type Typed = Readonly<Record<string, string>>

/**
 * The typed values of one person to be covered. `age`: as entered to see prices; '' for a person who was added on the application itself.
 */
export type Person = Readonly<Record<(typeof fields)[number], string>>

type Household = readonly { readonly age: number; readonly tobacco: boolean }[]

const fields = ['age', ...personFields] as const

/** Agreements that cover everyone on the list. */
const agreements = ['truth', 'terms'] as const

/** A person of a household with nothing typed yet, or one who is added on an application. */
export function newPerson(entered?: Household[number]): Person {
  const age = entered === undefined ? '' : String(entered.age)
  const tobacco = entered?.tobacco ? 'yes' : 'no'
  return { age, firstName: '', lastName: '', dateOfBirth: '', relation: '', tobacco }
}

/** The people of an application. */
export function readPeople(values: Typed): readonly Person[] {
  const people: Person[] = []
  while (values[`age-${people.length}`] !== undefined) people.push(readPerson(values, people.length))
  return people
}

function readPerson(values: Typed, at: number): Person {
  const none = newPerson()
  const typed = fields.map((field) => [field, values[`${field}-${at}`] ?? none[field]] as const)
  return Object.fromEntries(typed) as Person
}

/** All of an application's fields, in the order on the page and in the list of problems. */
export function arrangeValues(values: Typed, people: readonly Person[]): Typed {
  const take = (names: readonly string[]) => names.map((name) => [name, values[name] ?? ''] as const)
  return Object.fromEntries([
    ...take(['event', 'eventDay']),
    ...people.flatMap((person, at) => fields.map((field) => [`${field}-${at}`, person[field]] as const)),
    ...take(guardianFields),
    ...take(contactFields),
    ...take(consentFields),
  ])
}

/** The fields after people were added or removed: agreements covered the former list, so they are cleared. */
export function changePeople(values: Typed, people: readonly Person[]): Typed {
  return arrangeValues({ ...values, ...Object.fromEntries(agreements.map((name) => [name, ''])) }, people)
}

interface Kept {
  readonly values: Typed
  /** The people to be covered when the application was started. */
  readonly household: Household
}

/**
 * The values typed into an application, matched to its present people (SH-9), and the household that it was started for. If the shop comes
 * back with that household, or with the people on the application by their dates of birth, all of them stay. Otherwise the household was
 * changed elsewhere: people are then identified by their ages, and if their number is the same, a person of another age in the same
 * position is the same person, corrected. Nobody inherits a removed person's name and birthday; a person who was added on the application
 * itself stays.
 */
export function takeKept(
  { values, household }: Kept,
  now: Household,
  findAge: (person: Person) => number | null,
): Kept {
  const listed = readPeople(values)
  const before =
    listed.length > 0 ? listed : household.map(({ age }, at) => ({ ...readPerson(values, at), age: String(age) }))
  const ages = before.map(findAge)
  if (
    isSame(now, household) ||
    isSame(
      now,
      ages.flatMap((age) => (age === null ? [] : { age })),
    )
  )
    return { values: arrangeValues(values, before), household }
  const from = matchPeople(before, ages, now)
  const moved = now.map((one, at) => {
    const person = before[from[at] ?? -1]
    return person === undefined ? newPerson(one) : { ...person, age: String(one.age) }
  })
  const others = before.filter(({ age }, at) => age === '' && !from.includes(at))
  const signed = Object.fromEntries(consentFields.map((name) => [name, '']))
  const changed = arrangeValues({ ...values, ...signed }, [...moved, ...others].slice(0, MAX_PEOPLE))
  return { values: changed, household: now }
}

type Aged = readonly { readonly age: number }[]

function isSame(some: Aged, others: Aged): boolean {
  const list = (people: Aged) => people.map(({ age }) => age).toSorted((a, b) => a - b)
  return list(some).join() === list(others).join()
}

/** The former position of each person; null: they are new. `ages`: by their dates of birth. */
function matchPeople(
  before: readonly Person[],
  ages: readonly (number | null)[],
  now: Household,
): readonly (number | null)[] {
  const left = new Set(before.keys())
  const take = (at: number | undefined) => {
    if (at === undefined) return null
    left.delete(at)
    return at
  }
  const fits = (old: number, age: number) => left.has(old) && (ages[old] === age || before[old]?.age === String(age))
  const byAge = now.map(({ age }, at) => take(fits(at, age) ? at : [...left].find((old) => fits(old, age))))
  const isEntered = (at: number) => left.has(at) && before[at]?.age !== ''
  if (before.filter(({ age }) => age !== '').length !== now.length) return byAge
  return byAge.map((old, at) => old ?? (isEntered(at) ? at : null))
}
