/** The share of the stored data that a run may remove without explicit permission. */
const maxShare = 0.1

/** Of one or two, any change is a large share: a first try with a plan, a directory of one practice. */
const fewest = 3

/** A run would remove more than a night's file does: something may be missing in it. Nothing was changed. */
export class TooManyRemovals extends Error {
  constructor(what: string, { removed, before }: Removal) {
    const share = Math.floor((removed / before) * 100)
    super(
      `${removed} of ${before} ${what} are in none of these files and would be removed (${share} %, more than ${maxShare * 100} %). ` +
        'Nothing was changed. Load all files of it in one run, or add --allow-removals if they are to go',
    )
    this.name = 'TooManyRemovals'
  }
}

export interface Removal {
  readonly removed: number
  /** How many there are before the run. */
  readonly before: number
}

export function isTooMuch({ removed, before }: Removal): boolean {
  return before >= fewest && removed > before * maxShare
}
