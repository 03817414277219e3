import type { SignOnOutcome } from '@portico/rules/identity/connection'
import { type Bounds, type JobThreads, ofCalls } from '../../platform/threads/job-threads.ts'
import { SignOnFailure } from './protocol.ts'
import type * as saml from './saml.ts'

type Checks = Pick<typeof saml, 'finishSaml' | 'readUnasked' | 'readLogoutRequest'>
type Name = keyof Checks

/** A check of a provider's message, by its name. */
export type SamlJob = { readonly [N in Name]: { readonly name: N; readonly given: Parameters<Checks[N]> } }[Name]
/** What a thread answers: an error's class does not survive the way between threads. */
export type SamlChecked =
  | { readonly checked: Awaited<ReturnType<Checks[Name]>> }
  | { readonly outcome: SignOnOutcome; readonly detail: string | null }

export const samlThread = new URL('./saml-thread.ts', import.meta.url)
/** Anyone may post messages: as many wait as the thread checks while somebody waits for their sign-in. */
export const samlBounds: Bounds = { ...ofCalls, mostWaiting: 20 }

/** What `saml.ts` checks, wherever that is done. */
export interface SamlChecks {
  readonly finish: Checks['finishSaml']
  readonly readUnasked: Checks['readUnasked']
  readonly readLogoutRequest: Checks['readLogoutRequest']
}

/**
 * Anyone may post a message, and its signature is checked last: one of more elements, or longer, is checked in another thread, because it
 * takes the library up to half a second. Few groups stay below, and need less time here than a thread needs to start.
 */
const hereElements = 100
const hereCharacters = 16_000

/** Checks of SAML messages that do not hold up other calls. They throw SignOnFailure, and UNAVAILABLE as `JobThreads` does. */
export function createSamlChecks(threads: JobThreads<SamlJob, SamlChecked>): SamlChecks {
  return {
    finish: (...given) => check({ name: 'finishSaml', given }, given[1]),
    readUnasked: (...given) => check({ name: 'readUnasked', given }, given[1]),
    readLogoutRequest: (...given) => check({ name: 'readLogoutRequest', given }, given[1].request),
  }

  async function check<Checked>(job: SamlJob, message: string): Promise<Checked> {
    const done = isSmall(Buffer.from(message, 'base64').toString()) ? await runCheck(job) : await threads.make(job)
    if ('outcome' in done) throw new SignOnFailure(done.outcome, done.detail)
    return done.checked as Checked
  }
}

function isSmall(xml: string): boolean {
  return xml.length <= hereCharacters && (xml.match(/<[^/]/g) ?? []).length <= hereElements
}

/** Does a check; throws only faults of the portal. */
export async function runCheck({ name, given }: SamlJob): Promise<SamlChecked> {
  // The library is loaded only when someone signs in with it.
  const checks: Checks = await import('./saml.ts')
  try {
    return { checked: await (checks[name] as (...given: readonly unknown[]) => ReturnType<Checks[Name]>)(...given) }
  } catch (error) {
    if (error instanceof SignOnFailure) return { outcome: error.outcome, detail: error.detail }
    throw error
  }
}
