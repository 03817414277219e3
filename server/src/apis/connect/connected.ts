import type { PayloadOf } from '@portico/contract/call'
import type { listConnectedApps } from '@portico/contract/calls/apps'
import { dayMs } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { findApps, listLaunched } from './app-store.ts'
import { listConnectable } from './connectable.ts'
import { toView } from './consent.ts'
import { countDays, listGrants } from './grant-store.ts'
import type { LaunchParts } from './launching.ts'

type Connected = PayloadOf<typeof listConnectedApps>

const shownAfterEndMs = 365 * dayMs

/** The apps that a person lets read, and those of the last year that have ended (OS-39). */
export async function readConnected(
  db: Reader,
  principal: Principal,
  { isOpen, now }: Pick<LaunchParts, 'isOpen'> & { readonly now: Date },
): Promise<Connected> {
  const grants = await listGrants(db, principal.accountId, new Date(now.getTime() - shownAfterEndMs))
  const connectable = await listConnectable(db, principal, now)
  const people = new Map(connectable.map((one) => [one.memberId, one]))
  const days = await countDays(
    db,
    grants.map(({ grant_id }) => grant_id),
  )
  const known = await findApps(db, [...new Set(grants.map(({ client_id }) => client_id))])
  const apps: Connected['apps'] = []
  for (const grant of grants) {
    const app = known.get(grant.client_id)
    if (app === undefined) continue
    const person = people.get(grant.member_id)
    const isOver = grant.ended_at === null && grant.ends_at !== null && grant.ends_at <= now
    const endedAt = isOver ? grant.ends_at : grant.ended_at
    apps.push({
      grantId: grant.grant_id,
      app: toView(app),
      whose: grant.whose,
      firstName: person?.firstName ?? '',
      lastName: person?.lastName ?? '',
      parts: grant.parts,
      sensitive: grant.sensitive,
      beganAt: grant.began_at.toISOString(),
      changedAt: grant.changed_at.toISOString(),
      endsAt: grant.ends_at?.toISOString() ?? null,
      usedAt: grant.used_at?.toISOString() ?? null,
      daysUsed: days.get(grant.grant_id) ?? 0,
      endedAt: endedAt?.toISOString() ?? null,
      endedReason: isOver ? 'over' : grant.ended_reason,
    })
  }
  const offered = principal.brand === null ? [] : (await listLaunched(db)).filter((app) => isOpen(app, principal.brand))
  return {
    apps,
    offered: offered.map(toView),
    people: connectable.map(({ memberId: personId, firstName, lastName }) => ({ personId, firstName, lastName })),
  }
}
