import type { OverviewData } from './types.ts'

type Accumulator = OverviewData['accumulators'][number]

/** The state of one accumulator, in whole US cents; null: the used amount is not known. */
export interface YearProgress {
  readonly network: Accumulator['network']
  /** Whether it is the whole family's limit. */
  readonly family: boolean
  readonly usedCents: number | null
  readonly limitCents: number
  /** Never below zero, however much was used. */
  readonly leftCents: number | null
  readonly met: boolean
}

/** The accumulators of one kind, in-network first. */
export interface ProgressGroup {
  readonly kind: Accumulator['kind']
  readonly networks: readonly [YearProgress, ...YearProgress[]]
}

const kinds = ['deductible', 'out-of-pocket'] as const
const networks = ['in', 'out'] as const

/** Accumulators by kind, as shown on the landing page (MP-1); kinds that the plan does not have are left out. */
export function progressGroups(accumulators: readonly Accumulator[]): ProgressGroup[] {
  return kinds.flatMap((kind) => {
    const [first, ...rest] = networks.flatMap((network) =>
      accumulators.filter((one) => one.kind === kind && one.network === network).map(toProgress),
    )
    return first === undefined ? [] : [{ kind, networks: [first, ...rest] }]
  })
}

function toProgress({ network, holder, usedCents, limitCents }: Accumulator): YearProgress {
  const leftCents = usedCents === null ? null : Math.max(0, limitCents - usedCents)
  return { network, family: holder === 'family', usedCents, limitCents, leftCents, met: leftCents === 0 }
}
