import { sessionStore } from '../storage/storage.ts'
import type { Values } from './field-problems.ts'

/** The key under which the browser tab stores what was typed into a form. */
function storageKey(form: string): string {
  return `portico.form.${form}`
}

/** What was typed before a reload; fields that were not stored have their initial values. */
export function readKept<Name extends string>(form: string, initial: Values<Name>): Values<Name> {
  const kept = sessionStore.get(storageKey(form))
  if (typeof kept !== 'object' || kept === null) return initial
  const values: Record<Name, string> = { ...initial }
  for (const [name, value] of Object.entries(kept)) {
    if (Object.hasOwn(initial, name) && typeof value === 'string') values[name as Name] = value
  }
  return values
}

/** Stores what was typed for an hour, only in this browser tab, and never a secret. */
export function keep<Name extends string>(form: string, values: Values<Name>, secret: readonly Name[]): void {
  const kept = Object.entries(values).filter(([name]) => !secret.some((one) => one === name))
  sessionStore.set(storageKey(form), Object.fromEntries(kept))
}

export function dropKept(form: string): void {
  sessionStore.remove(storageKey(form))
}
