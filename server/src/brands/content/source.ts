import { authoredLanguages } from '@portico/rules/languages/authored'
import type { Database } from '../../platform/db/database.ts'
import { share } from '../../platform/db/shared.ts'
import { readEverything, readLastChange, readShownVersion, type StoredContent } from './content-statement.ts'
import type { SeedRow } from './store.ts'

/** Every item in force at one moment: never half of an old release and half of a new one (CT-8). */
export interface ContentSet {
  /** Items with a name. */
  listNamed(name: string): readonly StoredContent[]
  listTyped(type: string): readonly StoredContent[]
  readonly all: readonly StoredContent[]
  /** When anything last changed; it identifies a version of all content. */
  readonly changedAt: Date
}

/** The source of items: the database, or, without one, the files of the release. */
export interface ContentSource {
  read(): Promise<ContentSet>
  /** The last content read, without waiting; null before the first time. */
  present(): ContentSet | null
}

/** Keeps content in memory; one short statement checks whether it has changed. */
export function databaseContent(database: Pick<Database, 'run'>): ContentSource {
  let known: { readonly version: string; readonly set: ContentSet } | null = null
  const read = share(async () => {
    const now = (await database.run(readShownVersion, []))[0]?.version ?? ''
    if (known?.version === now) return known.set
    known = { version: now, set: await readContent(database) }
    return known.set
  })
  return { read, present: () => known?.set ?? null }
}

/** The current content, freshly read from the database. */
export async function readContent(database: Pick<Database, 'run'>): Promise<ContentSet> {
  const rows = await database.run(readEverything, [])
  const [changed] = await database.run(readLastChange, [])
  return contentSet(omitOutdated(rows), changed?.at ?? new Date(0))
}

/**
 * Leaves out machine translations whose English original authors have changed since: the new English is right, the translation no
 * longer is (LG-4).
 */
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
