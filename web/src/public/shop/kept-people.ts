import { consentFields, personFields } from '@portico/rules/shop/application'

type Typed = Readonly<Record<string, string>>
type People = readonly { readonly age: number }[]

/**
 * What was typed into an application, moved to the people that it is for now (SH-9). Fields are kept by a person's place, so someone who was
 * taken off would give their name and birthday to whoever comes after them: people are known by the age that was entered. As long as there
 * are as many, somebody of another age who stands where they stood is the same person, corrected. Agreement and signature are of those who
 * were listed.
 */
export function moveKeptPeople(before: People, values: Typed, now: People): Typed {
  if (before.length === now.length && before.every(({ age }, at) => age === now[at]?.age)) return values
  const from = matchPeople(before, now)
  const others = Object.entries(values).filter(
    ([name]) => !consentFields.some((one) => one === name) && !personFields.some((one) => name.startsWith(`${one}-`)),
  )
  const moved = from.flatMap((old, at) =>
    old === null
      ? []
      : personFields.flatMap((field) => {
          const typed = values[`${field}-${old}`]
          return typed === undefined ? [] : [[`${field}-${at}`, typed] as const]
        }),
  )
  return Object.fromEntries([...others, ...moved])
}

/** The place that each person had before; null: they are new. */
function matchPeople(before: People, now: People): readonly (number | null)[] {
  const left = new Set(before.keys())
  const take = (at: number | undefined) => {
    if (at === undefined) return null
    left.delete(at)
    return at
  }
  const byAge = now.map(({ age }, at) =>
    take(before[at]?.age === age && left.has(at) ? at : [...left].find((old) => before[old]?.age === age)),
  )
  if (before.length !== now.length) return byAge
  return byAge.map((old, at) => old ?? (left.has(at) ? at : null))
}
