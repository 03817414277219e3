import type { OverviewData } from './types.ts'

type Accumulator = OverviewData['accumulators'][number]

/** How far one accumulator has come, in whole US cents; null: what was used is not known. */
export interface YearProgress {
  readonly network: Accumulator['network']
  /** Whether it is the whole family's. */
  readonly family: boolean
  readonly usedCents: number | null
  readonly limitCents: number
  /** Never below zero, whatever was used. */
  readonly leftCents: number | null
  readonly met: boolean
}

/** The accumulators of one kind, those in the network first. */
export interface ProgressGroup {
  readonly kind: Accumulator['kind']
  readonly networks: readonly [YearProgress, ...YearProgress[]]
}

const kinds = ['deductible', 'out-of-pocket'] as const
const networks = ['in', 'out'] as const

/** Accumulators by kind, as the landing page shows them (MP-1); a kind that the plan does not have is left out. */
export function progressGroups(accumulators: readonly Accumulator[]): ProgressGroup[] {
  return kinds.flatMap((kind) => {
    const [first, ...rest] = networks.flatMap((network) =>
      accumulators.filter((one) => one.kind === kind && one.network === network).map(progressOf),
    )
    return first === undefined ? [] : [{ kind, networks: [first, ...rest] }]
  })
}

function progressOf({ network, holder, usedCents, limitCents }: Accumulator): YearProgress {
  const leftCents = usedCents === null ? null : Math.max(0, limitCents - usedCents)
  return { network, family: holder === 'family', usedCents, limitCents, leftCents, met: leftCents === 0 }
}
