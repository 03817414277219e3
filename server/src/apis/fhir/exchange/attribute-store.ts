import type { Organization } from '@portico/rules/apps/system'
import { npiSystem } from '@portico/rules/fhir/systems'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { SystemAccess } from '../access.ts'
import { everyParty, nobody } from '../shelf/row.ts'
import { addMembers, insertGroup } from './group-store.ts'
import { insertWork, keptMs, moveWork, type Work } from './work-store.ts'

const dayMs = 24 * 60 * 60_000
/** Months of claims that show who treats someone; attribution runs daily, and a member drops out after some days without renewal. */
const [months, lastsMs] = [18, 30 * dayMs]
const [membersAtOnce, maxParties] = [500, 5000]
const noProgress = { after: nobody, within: null, phase: 'members', walked: 0 } as const
export const beginning = { ...noProgress, members: 0, leftOut: {}, files: {}, nextFile: 0 }

/** Starts the daily attribution of a provider's own patients (OS-51). */
export async function askForAttributed(
  tx: Tx,
  access: SystemAccess,
  { workId, key }: { readonly workId: string; readonly key: Buffer },
  now: Date,
): Promise<void> {
  const { clientId, brand, organization } = access
  if (organization.kind !== 'provider') return
  const known = await tx
    .selectFrom('exchange_group')
    .select(['group_id', 'made_at'])
    .where((is) => is.and({ client_id: clientId, brand, kind: 'attributed' }))
    .forUpdate()
    .executeTakeFirst()
  const groupId = known?.group_id ?? (await insertGroup(tx, access, { kind: 'attributed', now, endsAt: null }))
  const last = await tx
    .selectFrom('exchange_work')
    .select('changed_at')
    .where((is) => is.and({ client_id: clientId, brand, kind: 'attribute' }))
    .where('changed_at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirst()
  if (last !== undefined) return
  await insertWork(tx, {
    ...{ work_id: workId, brand, client_id: clientId, kind: 'attribute', group_id: groupId, sealed: null, key },
    request: JSON.stringify({ base: '', types: [], since: null, until: null, filters: [], members: null }),
    ...{ state: 'waiting', progress: JSON.stringify(beginning), made_at: now, changed_at: now },
    ends_at: new Date(now.getTime() + keptMs),
  })
}

/** Searches a batch of members' claims for those in which the organization gave the care. */
export async function attributeSome(tx: Tx, work: Work, organization: Organization, now: Date): Promise<void> {
  const { brand, progress, group_id: groupId } = work
  const { rows: members } = await sql<{ id: string }>`
    select member_id as id from member where brand = ${brand} and member_id > ${progress.after}::uuid
    order by member_id limit ${membersAtOnce}`.execute(tx)
  const last = members.at(-1)
  if (last === undefined || groupId === null)
    return moveWork(tx, work.work_id, progress, { changed_at: now, state: 'done' })
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from fhir_resource
    where member_id = any(${members.map(({ id }) => id)}::uuid[]) and type = 'ExplanationOfBenefit' and body is not null and earlier_peer is null
      and starts > ${now}::timestamptz - make_interval(months => ${months})
      and refs && ${await listReferences(tx, brand, organization)}::text[]`.execute(tx)
  const endsAt = new Date(now.getTime() + lastsMs)
  await addMembers(
    tx,
    groupId,
    rows.map(({ id: memberId }) => ({ memberId, endsAt })),
  )
  await moveWork(tx, work.work_id, { ...progress, after: last.id }, { changed_at: now })
}

/** References in claims to those who have the organization's numbers. */
async function listReferences(tx: Tx, brand: string, { npis }: Organization): Promise<string[]> {
  const tokens = npis.map((npi) => `identifier|${npiSystem}|${npi}`)
  const { rows } = await sql<{ target: string }>`
    select type || '/' || id as target from fhir_party
    where brand in (${brand}, ${everyParty}) and type in ('Practitioner', 'Organization', 'PractitionerRole')
      and tokens && ${tokens}::text[] and body is not null limit ${maxParties}`.execute(tx)
  return rows.flatMap(({ target }) => ['provider', 'care-team', 'facility'].map((name) => `${name}=${target}`))
}
