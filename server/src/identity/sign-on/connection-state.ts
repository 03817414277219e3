export const dayMs = 24 * 3_600_000
/** The doctor warns this long before a certificate expires. */
export const warnDays = 30

/** Health of a live connection, for the doctor (OS-71). */
export interface ConnectionState {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly text: string
}
