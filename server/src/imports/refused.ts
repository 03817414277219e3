/** A resource that is not taken: where in it, and why, in words that whoever made the file can act on (IM-3). */
export class Refused extends Error {
  readonly path: string

  constructor(path: string, reason: string) {
    super(reason)
    this.name = 'Refused'
    this.path = path
  }
}
