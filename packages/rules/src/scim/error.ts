/** The kinds of errors that RFC 7644 names, as far as they occur here. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'sensitive'
  | 'tooMany'
  | 'uniqueness'

/** Why a SCIM request is refused; `detail` is for those who run the other side, and repeats nothing of what they sent. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | null

  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export function refuseScim(scimType: ScimType, detail: string): ScimError {
  return new ScimError(400, scimType, detail)
}
