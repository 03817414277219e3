import type { ContentSource } from '../../brands/content/source.ts'
import type { Database } from '../../platform/db/database.ts'
import { share } from '../../platform/db/shared.ts'
import { contentVersion } from './content-version-statement.ts'

/** Caches data read from settings and texts until any of them changes. */
export interface Remembered {
  /** The version of all settings and texts; it changes whenever one of them does. */
  readonly version: string
  /**
   * Returns the result of `read`, which runs once per key. Never for personal data: the key holds everything that the result depends
   * on.
   */
  once<T>(key: string, read: () => Promise<T>): Promise<T>
}

/** More than there are combinations of brands, languages and kinds of members. */
const maxValues = 1000

/**
 * Returns the cache for the present version, which another request may have read along with other data; a change shows with the next
 * request, on every instance.
 */
export function rememberContent(
  database: Pick<Database, 'run'>,
  source: Pick<ContentSource, 'read'>,
  /** Changes whenever a brand does. */
  readEdition: () => number,
): (read?: string) => Promise<Remembered> {
  let known = createRemembered('')
  const readVersion = share(async () => (await database.run(contentVersion, []))[0]?.version ?? '')
  return async (read) => {
    const now = `${read ?? (await readVersion())} ${readEdition()}`
    if (known.version !== now) {
      // Reads the texts into memory, too, so that everything rendered under this version has its texts.
      await source.read()
      known = createRemembered(now)
    }
    return known
  }
}

function createRemembered(version: string): Remembered {
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
