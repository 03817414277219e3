import { draftPrefixes } from '../../base/storage/draft-keys.ts'
import { sessionStore } from '../../base/storage/storage.ts'
import type { Values } from './field-problems.ts'

/** Where the browser tab stores what was typed into a form: with someone's drafts, if `owner` (login ID) is signed in. */
export function findKeptPlace(form: string, owner: string | null): string {
  return owner === null ? `portico.form.${form}` : `${draftPrefixes.typed}${owner}.${form}`
}

/** What was typed before a reload or a time-out; fields that were not stored have their initial values. */
export function readKept<Name extends string>(place: string, initial: Values<Name>): Values<Name> {
  return valuesIn(sessionStore.get(place), initial)
}

/** The values of a form's fields among something that was stored. */
export function valuesIn<Name extends string>(kept: unknown, initial: Values<Name>): Values<Name> {
  if (typeof kept !== 'object' || kept === null) return initial
  const values: Record<Name, string> = { ...initial }
  for (const [name, value] of Object.entries(kept)) {
    if (Object.hasOwn(initial, name) && typeof value === 'string') values[name as Name] = value
  }
  return values
}

/** Stores what was typed for an hour, only in this browser tab, and never a secret. */
export function keep<Name extends string>(place: string, values: Values<Name>, secret: readonly Name[]): void {
  const kept = Object.entries(values).filter(([name]) => !secret.some((one) => one === name))
  sessionStore.set(place, Object.fromEntries(kept))
}

export function dropKept(place: string): void {
  sessionStore.remove(place)
}
