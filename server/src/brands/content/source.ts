import { authoredLanguages } from '@portico/rules/languages/authored'
import { type Database, statement } from '../../platform/db/database.ts'
import { share } from '../../platform/db/shared.ts'
import type { SeedRow } from './store.ts'

export type StoredContent = SeedRow & { readonly origin: 'release' | 'edited'; readonly updated_at: Date }

/** Every item that shows at one moment: never half of an old release and half of a new one (CT-8). */
export interface ContentSet {
  /** Items with a name. */
  listNamed(name: string): readonly StoredContent[]
  listTyped(type: string): readonly StoredContent[]
  readonly all: readonly StoredContent[]
  /** When anything last changed; it names a version of all content. */
  readonly changedAt: Date
}

/** The source of items: the database, or, without one, the files of the release. */
export interface ContentSource {
  read(): Promise<ContentSet>
  /** The last content read, without waiting; null before the first time. */
  present(): ContentSet | null
}

const showing = `live_from <= now() and (live_until is null or live_until > now())
  and not exists (select from content_undo where content_undo.release_id = content_release.release_id)`

/** Part of a select statement: a version of what shows, which differs after each change, and which every statement sees at once. */
export const textsVersion = `
  (select mark from content_mark),
  (select sum(hashtextextended(release_id::text, 0)) from content_release where ${showing})`

const version = statement<{ readonly version: string }>(
  'texts-version',
  `select concat_ws(' ', ${textsVersion}) as version`,
)

/** Among the releases that show an item, the latest wins; a removed item shows as released. */
const everything = statement<StoredContent>(
  'texts',
  `with live as (
    select distinct on (name, brand, language, qualifiers)
      name, brand, language, qualifiers, content_type, value, live_from
    from content_release
    join content_released using (release_id)
    join content_version using (version_id)
    where ${showing}
    order by name, brand, language, qualifiers, live_from desc, content_release.place desc
  )
  select name, brand, language, qualifiers, content_type, value, 'edited' as origin, live_from as updated_at
  from live where value is not null
  union all
  select name, brand, language, qualifiers, content_type, value, origin, updated_at
  from content_item
  where not exists (
    select from live
    where live.value is not null and live.name = content_item.name and live.brand = content_item.brand
      and live.language = content_item.language and live.qualifiers = content_item.qualifiers
  )
  order by name, brand, language`,
)

const lastChange = statement<{ readonly at: Date }>(
  'texts-changed',
  `select greatest(
    'epoch'::timestamptz,
    (select max(updated_at) from content_item),
    (select max(live_from) from content_release where live_from <= now()),
    (select max(live_until) from content_release where live_until <= now()),
    (select max(undone_at) from content_undo)) as at`,
)

/** Keeps content in memory; one short statement finds out whether it has changed. */
export function databaseContent(database: Pick<Database, 'run'>): ContentSource {
  let known: { readonly version: string; readonly set: ContentSet } | null = null
  const read = share(async () => {
    const now = (await database.run(version, []))[0]?.version ?? ''
    if (known?.version === now) return known.set
    known = { version: now, set: await readContent(database) }
    return known.set
  })
  return { read, present: () => known?.set ?? null }
}

/** The current content, freshly read from the database. */
export async function readContent(database: Pick<Database, 'run'>): Promise<ContentSet> {
  const rows = await database.run(everything, [])
  const [changed] = await database.run(lastChange, [])
  return contentSet(omitOutdated(rows), changed?.at ?? new Date(0))
}

/** Leaves out what a machine translated where authors have changed the English since: their English is true, the translation no more (LG-4). */
function omitOutdated(rows: readonly StoredContent[]): readonly StoredContent[] {
  const isAuthored = ({ language }: StoredContent) => authoredLanguages.some((one) => one === language)
  const edited = new Set(rows.flatMap((row) => (row.origin === 'edited' && isAuthored(row) ? [row.name] : [])))
  return rows.filter((row) => isAuthored(row) || !edited.has(row.name))
}

/** The texts of the release alone, for stub mode. */
export function createReleasedContent(rows: readonly SeedRow[], releasedAt: Date): ContentSource {
  return createFixedContent(
    contentSet(
      rows.map((row) => ({ ...row, origin: 'release' as const, updated_at: releasedAt })),
      releasedAt,
    ),
  )
}

/** A source that never changes. */
export function createFixedContent(set: ContentSet): ContentSource {
  return { read: async () => set, present: () => set }
}

export function contentSet(all: readonly StoredContent[], changedAt: Date): ContentSet {
  const byName = Map.groupBy(all, ({ name }) => name)
  const byType = Map.groupBy(all, ({ content_type: type }) => type ?? '')
  return {
    listNamed: (name) => byName.get(name) ?? [],
    listTyped: (type) => (type === '' ? [] : (byType.get(type) ?? [])),
    all,
    changedAt,
  }
}
