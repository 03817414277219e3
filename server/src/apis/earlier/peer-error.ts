/** Why another plan's server could not be asked, as staff and the member are told. */
export type PeerFailure = 'silent' | 'garbage' | 'too-large' | 'redirected' | 'refused' | 'elsewhere'

/** Another plan's server did not do what it should. */
export class PeerError extends Error {
  readonly why: PeerFailure

  constructor(why: PeerFailure, message: string) {
    super(message)
    this.why = why
  }
}
