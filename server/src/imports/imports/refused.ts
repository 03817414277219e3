/** The position of a segment in an X12 file (FD-4). */
export interface LoopPlace {
  readonly transaction: string
  readonly loop: string
  readonly segment: string
  /** The position in the transaction; ST is 1. */
  readonly position: number
  /** 0: the whole segment. */
  readonly element: number
}

/** Why and where a resource was refused, in words that the people who made the file can act on (IM-3). */
export class Refused extends Error {
  readonly path: string
  /** The position in a file of loops, once it is known. */
  where: LoopPlace | null = null

  constructor(path: string, reason: string) {
    super(reason)
    this.name = 'Refused'
    this.path = path
  }
}

/** Why a resource without anything to show is skipped; it is counted, and not a fault of the file. */
export class Skipped extends Error {}

/** A Provenance whose targets were never loaded. */
export class UnknownTarget extends Refused {
  constructor() {
    super('target.reference', 'nothing that it is about is known: load that, then this again')
  }
}

/** A resource of a person whose Patient was never loaded. */
export class UnknownPatient extends Refused {
  /** `isNumbered`: the resource also names the person by a number, which no message repeats. */
  constructor(path: string, patientId: string, isNumbered = false) {
    const also = isNumbered
      ? ', and no one member has the number that this gives: load members with it,'
      : ': load the Patient,'
    const named = patientId.startsWith('|') ? 'The patient' : `Patient/${patientId}`
    super(path, `${named} is not known${also} then this again`)
  }
}
