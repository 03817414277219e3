import type { ContentStep, ReleaseTimes } from '@portico/rules/content/states'
import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type VersionRow = Selectable<Tables['content_version']>
export type StepRow = Selectable<Tables['content_step']>
type UndoRow = Selectable<Tables['content_undo']>
/** A release with its roll-back, if it was rolled back. */
export type ReleaseRow = Selectable<Tables['content_release']> & { readonly undo: UndoRow | null }

/** Identifies an item. */
export interface ItemKey {
  readonly name: string
  readonly brand: string
  readonly language: string
  readonly qualifiers: Readonly<Record<string, string>>
}

/** A key for an item, whatever the order of its qualifiers. */
export function toItemKey({ name, brand, language, qualifiers }: ItemKey): string {
  return JSON.stringify([name, brand, language, Object.entries(qualifiers).sort()])
}

/** A version with its last step and the release it is in. */
export interface KnownVersion extends VersionRow {
  readonly last: StepRow | null
  readonly release: ReleaseRow | null
}

/** Runs content changes one at a time: the state that a change was checked against stays until the change commits. */
export async function lockContent(tx: Tx): Promise<void> {
  await sql`lock table content_version in share row exclusive mode`.execute(tx)
}

/** The last version of every item of these brands. */
export async function latestVersions(db: Reader, brands: readonly string[] | null): Promise<KnownVersion[]> {
  const rows = await db
    .selectFrom('content_version')
    .selectAll()
    .distinctOn(['name', 'brand', 'language', 'qualifiers'])
    .$if(brands !== null, (query) => query.where('brand', 'in', [...(brands ?? []), '']))
    .orderBy('name')
    .orderBy('brand')
    .orderBy('language')
    .orderBy('qualifiers')
    .orderBy('place', 'desc')
    .execute()
  return withSteps(db, rows)
}

/** The last fifty versions of an item, latest first. */
export async function listVersions(db: Reader, key: ItemKey): Promise<KnownVersion[]> {
  const rows = await db
    .selectFrom('content_version')
    .selectAll()
    .where('name', '=', key.name)
    .where('brand', '=', key.brand)
    .where('language', '=', key.language)
    .where(sql<boolean>`qualifiers = ${JSON.stringify(key.qualifiers)}::jsonb`)
    .orderBy('place', 'desc')
    .limit(50)
    .execute()
  return withSteps(db, rows)
}

export async function findVersions(db: Reader, versionIds: readonly string[]): Promise<KnownVersion[]> {
  if (versionIds.length === 0) return []
  const rows = await db.selectFrom('content_version').selectAll().where('version_id', 'in', versionIds).execute()
  return withSteps(db, rows)
}

async function withSteps(db: Reader, rows: readonly VersionRow[]): Promise<KnownVersion[]> {
  const ids = rows.map(({ version_id: id }) => id)
  if (ids.length === 0) return []
  const steps = await db
    .selectFrom('content_step')
    .selectAll()
    .distinctOn('version_id')
    .where('version_id', 'in', ids)
    .orderBy('version_id')
    .orderBy('place', 'desc')
    .execute()
  const releases = await db
    .selectFrom('content_release')
    .innerJoin('content_released', 'content_released.release_id', 'content_release.release_id')
    .selectAll('content_release')
    .select('content_released.version_id')
    .where('content_released.version_id', 'in', ids)
    .execute()
  const undone = await listUndos(
    db,
    releases.map(({ release_id: id }) => id),
  )
  const stepOf = new Map(steps.map((step) => [step.version_id, step]))
  const releaseOf = new Map(
    releases.map((release) => [release.version_id, { ...release, undo: undone.get(release.release_id) ?? null }]),
  )
  return rows.map((row) => ({
    ...row,
    last: stepOf.get(row.version_id) ?? null,
    release: releaseOf.get(row.version_id) ?? null,
  }))
}

export async function addVersion(tx: Tx, { qualifiers, ...version }: Omit<VersionRow, 'place'>): Promise<void> {
  await tx
    .insertInto('content_version')
    .values({ ...version, qualifiers: JSON.stringify(qualifiers) })
    .execute()
}

export async function addSteps(
  tx: Tx,
  steps: readonly (Omit<StepRow, 'place'> & { step: ContentStep })[],
): Promise<void> {
  await tx
    .insertInto('content_step')
    .values([...steps])
    .execute()
}

export async function findStep(tx: Tx, stepId: string): Promise<StepRow | null> {
  return (await tx.selectFrom('content_step').selectAll().where('step_id', '=', stepId).executeTakeFirst()) ?? null
}

export async function addRelease(
  tx: Tx,
  release: Pick<
    ReleaseRow,
    'release_id' | 'live_from' | 'live_until' | 'note' | 'released_at' | 'account_id' | 'released_by'
  >,
  versionIds: readonly string[],
): Promise<void> {
  await tx.insertInto('content_release').values(release).execute()
  const rows = versionIds.map((version_id) => ({ release_id: release.release_id, version_id }))
  await tx.insertInto('content_released').values(rows).execute()
}

export async function findRelease(db: Reader, releaseId: string): Promise<ReleaseRow | null> {
  const row = await db.selectFrom('content_release').selectAll().where('release_id', '=', releaseId).executeTakeFirst()
  return row === undefined ? null : { ...row, undo: (await listUndos(db, [releaseId])).get(releaseId) ?? null }
}

async function listUndos(db: Reader, releaseIds: readonly string[]): Promise<Map<string, UndoRow>> {
  if (releaseIds.length === 0) return new Map()
  const rows = await db.selectFrom('content_undo').selectAll().where('release_id', 'in', releaseIds).execute()
  return new Map(rows.map((row) => [row.release_id, row]))
}

export async function undoRelease(tx: Tx, undo: UndoRow): Promise<void> {
  await tx.insertInto('content_undo').values(undo).execute()
}

/** The last hundred releases with an item of these brands. */
export async function listReleases(db: Reader, brands: readonly string[] | null): Promise<ReleaseRow[]> {
  const rows = await db
    .selectFrom('content_release')
    .selectAll()
    .$if(brands !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('content_released')
            .innerJoin('content_version', 'content_version.version_id', 'content_released.version_id')
            .select('content_version.version_id')
            .whereRef('content_released.release_id', '=', 'content_release.release_id')
            .where('content_version.brand', 'in', [...(brands ?? []), '']),
        ),
      ),
    )
    .orderBy('place', 'desc')
    .limit(100)
    .execute()
  const undone = await listUndos(
    db,
    rows.map(({ release_id: id }) => id),
  )
  return rows.map((row) => ({ ...row, undo: undone.get(row.release_id) ?? null }))
}

export type ReleasedItem = ItemKey & { readonly release_id: string; readonly version_id: string }

export async function itemsReleased(db: Reader, releaseIds: readonly string[]): Promise<ReleasedItem[]> {
  if (releaseIds.length === 0) return []
  return db
    .selectFrom('content_released')
    .innerJoin('content_version', 'content_version.version_id', 'content_released.version_id')
    .select(['release_id', 'content_version.version_id', 'name', 'brand', 'language', 'qualifiers'])
    .where('release_id', 'in', [...releaseIds])
    .orderBy('name')
    .orderBy('brand')
    .orderBy('language')
    .execute()
}

export function toReleaseTimes(release: ReleaseRow | null): ReleaseTimes | null {
  return release && { from: release.live_from, until: release.live_until, undoneAt: release.undo?.undone_at ?? null }
}
