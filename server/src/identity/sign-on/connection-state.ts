export const dayMs = 24 * 3_600_000
/** This long before a certificate ends, the doctor warns. */
export const warnDays = 30

/** How a connection that is on fares: for the doctor (OS-71). */
export interface ConnectionState {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly text: string
}
