import type { PayloadOf } from '@portico/contract/call'
import type { workspaceFigures } from '@portico/contract/calls/workspace'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { dayMs, easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { countByDay, countByRep } from './figure-store.ts'

type Figures = PayloadOf<typeof workspaceFigures>

/** Volume and response times of the last days, including today, for each brand and for all of the caller's brands together. */
export async function readFigures(
  database: Database,
  { principal, now }: CallContext<Principal>,
  count: number,
): Promise<Figures> {
  const { brands, supervisor } = await requireDeskScope(database.read, principal)
  const today = easternDay(now)
  const days = Array.from({ length: count }, (_, at) => isoDayAfter(today, at + 1 - count))
  const since = new Date(now.getTime() - (count + 1) * dayMs)
  const from = days[0] ?? today
  const reps = supervisor ? await countByRep(database.read, { brands, from }) : null
  return { days, figures: await countByDay(database.read, { brands, since, from }), reps }
}
