import type { PayloadOf } from '@portico/contract/call'
import type { benefits } from '@portico/contract/calls/coverage'
import { wordsFor } from '@portico/rules/coverage/service-kind'
import type { PlanBenefitData } from '../db/tables.ts'

type Rows = PayloadOf<typeof benefits>['plans'][number]['benefits']

/** Benefits with both networks side by side, in the plan's order. */
export function benefitRows(all: readonly PlanBenefitData[]): Rows {
  const rows = Map.groupBy(all, ({ section, service }) => JSON.stringify([section, service]))
  return [...rows.values()].flatMap((sides) => {
    const [first] = sides
    if (first === undefined) return []
    const side = (of: PlanBenefitData['network']) => {
      const found = sides.find(({ network }) => network === of)
      if (found === undefined) return null
      const { service: _, section: __, network: ___, ...said } = found
      return said
    }
    const { service, section } = first
    return { service, section, asked: wordsFor(service), in: side('in'), out: side('out') }
  })
}
