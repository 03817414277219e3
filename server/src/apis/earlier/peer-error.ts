/** Why another plan's server could not be asked, in a form for staff and the member. */
export type PeerFailure = 'silent' | 'garbage' | 'too-large' | 'redirected' | 'refused' | 'elsewhere'

/** Another plan's server did not behave as expected. */
export class PeerError extends Error {
  readonly why: PeerFailure

  constructor(why: PeerFailure, message: string) {
    super(message)
    this.why = why
  }
}
