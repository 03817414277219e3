import { type ContentSource, textsVersion } from '../content/source.ts'
import { type Database, statement } from '../db/database.ts'
import { shared } from '../db/shared.ts'

/** Caches what was read of settings and texts until any of them changes. */
export interface Remembered {
  /** The version of all settings and texts; it changes with each of them. */
  readonly version: string
  /** What `read` returns, read once per key. Never personal: the key holds everything that it depends on. */
  once<T>(key: string, read: () => Promise<T>): Promise<T>
}

/** Of the settings and texts that the database holds: what a change of any row changes, seen by each statement at once. */
const contentVersion = statement<{ readonly version: string }>(
  'content-version',
  `select concat_ws(' ',
    (select sum(hashtextextended(ctid::text || ' ' || xmin::text, 0)) from app_config),
    ${textsVersion}) as version`,
)

/** More than brands, languages and kinds of members make. */
const maxValues = 1000

/** Answers what is known of the present version; a change shows with the next request, on every instance. */
export function rememberContent(
  database: Pick<Database, 'run'>,
  source: Pick<ContentSource, 'read'>,
): () => Promise<Remembered> {
  let known = remembered('')
  const version = shared(async () => (await database.run(contentVersion, []))[0]?.version ?? '')
  return async () => {
    const now = await version()
    if (known.version !== now) {
      // What is rendered under this version has its texts, those that are held in memory too.
      await source.read()
      known = remembered(now)
    }
    return known
  }
}

function remembered(version: string): Remembered {
  const values = new Map<string, Promise<unknown>>()
  return {
    version,
    once: <T>(key: string, read: () => Promise<T>): Promise<T> => {
      const before = values.get(key) as Promise<T> | undefined
      if (before) return before
      if (values.size >= maxValues) values.clear()
      const value = read()
      values.set(key, value)
      value.catch(() => values.delete(key))
      return value
    },
  }
}
