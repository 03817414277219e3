import type { Call } from './call.ts'
import * as modules from './modules.ts'

type CallsOf<Exported> = {
  // Modules export more than their calls.
  readonly [Name in keyof Exported as Exported[Name] extends Call ? Name : never]: Exported[Name]
}

/** Every call of the portal by name. Pages import single calls from `calls/…` instead, so that they load only what they use. */
export const calls = Object.fromEntries(
  Object.entries(modules).filter(([, exported]) => typeof exported === 'object' && 'audience' in exported),
) as CallsOf<typeof modules>

export type CallName = keyof typeof calls
