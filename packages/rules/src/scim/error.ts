/** The error types of RFC 7644 that occur here. */
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

/** Why we refuse a SCIM request; `detail` is for the operators of the other side, and repeats nothing of what they sent. */
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
