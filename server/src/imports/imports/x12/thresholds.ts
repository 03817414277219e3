import { CannotRun } from '../../../platform/command-line.ts'

/** From where on files look wrong: shares in percent, age in days. */
export interface FeedThresholds {
  /** Of the members of the last full file, how many a full file lists at least. */
  readonly smaller: number
  readonly missing: number
  readonly refused: number
  readonly renamed: number
  readonly old: number
}

/** Those of nightly files. */
export const usualThresholds: FeedThresholds = { smaller: 80, missing: 5, refused: 2, renamed: 20, old: 2 }

const names = Object.keys(usualThresholds) as (keyof FeedThresholds)[]

/** Reads what the command is given, such as `missing=10,old=30`; what is not named is as by night. Throws CannotRun. */
export function parseThresholds(text: string): FeedThresholds {
  const said = text.split(',').map((part) => {
    const [, name, number] = /^\s*([a-z]+)\s*=\s*(\d{1,4})\s*$/.exec(part) ?? []
    const known = names.find((one) => one === name)
    const value = Number(number)
    if (known === undefined || (known !== 'old' && value > 100))
      throw new CannotRun(
        `--thresholds ${text}: name ${names.join(', ')} with percent (days for old), for example missing=10,old=30`,
      )
    return [known, value] as const
  })
  return { ...usualThresholds, ...Object.fromEntries(said) }
}
