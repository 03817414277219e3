import type { InactivityOptions } from './inactivity.ts'

const second = 1_000
const day = 24 * 60 * 60 * second

/** A brand's settings, as stored; null: not set. */
export type GivenOptions = { readonly [Name in keyof InactivityOptions]: string | null }

/**
 * A brand's options for an inactivity timer (SE-2). Invalid values are ignored and named: not a whole number, an expiry under ten
 * seconds or over a day, a warning that does not come before the expiry, or a check interval longer than the warning shows.
 */
export function timerOptions(
  defaults: InactivityOptions,
  given: GivenOptions,
): { readonly options: InactivityOptions; readonly ignored: readonly (keyof InactivityOptions)[] } {
  const ignored: (keyof InactivityOptions)[] = []
  const take = (name: keyof InactivityOptions, min: number, max: number, otherwise: number): number => {
    const wanted = given[name]
    if (wanted === null) return otherwise
    const value = wholeNumber(wanted, min, max)
    if (value === null) ignored.push(name)
    return value ?? otherwise
  }
  const expiryMs = take('expiryMs', 10 * second, day, defaults.expiryMs)
  // If not set, the warning shows for the default time, or for as long as a short expiry allows.
  const warned = Math.min(defaults.expiryMs - defaults.warningMs, Math.floor(expiryMs / 2))
  const warningMs = take('warningMs', second, expiryMs - second, expiryMs - warned)
  const slowest = expiryMs - warningMs
  const checkMs = take('checkMs', 100, slowest, Math.min(defaults.checkMs, slowest))
  return { options: { expiryMs, warningMs, checkMs }, ignored }
}

/** A setting that is a whole number within limits; null for anything else. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

/** Limits for the time between two keep-alive calls, in milliseconds (SE-3). */
export const keepAliveLimits = { min: 10 * second, max: day } as const
