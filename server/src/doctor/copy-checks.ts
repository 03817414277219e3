import type { Config } from '../platform/config.ts'
import type { Reader } from '../platform/db/database.ts'
import { hashInstance } from '../platform/system/routes.ts'
import { type Finding, findingsAbout } from './finding.ts'
import { listInstances } from './store.ts'

const waitMs = 5_000

/**
 * Whether the portal that people reach runs on this database (OP-13). A copy of a disk has everything that the real one has, and the name
 * of its host may lead to it here; but servers report to their own database alone, so that the copy does not know those that answer.
 */
export async function checkSameDatabase(
  db: Reader,
  { publicOrigins }: Pick<Config, 'publicOrigins'>,
): Promise<readonly Finding[]> {
  const { ok, warn } = findingsAbout('copy')
  const known = new Set((await listInstances(db)).map(hashInstance))
  const findings = await Promise.all(
    publicOrigins.slice(0, 3).map(async (origin): Promise<readonly Finding[]> => {
      const answering = await readInstance(origin)
      if (answering === null) return []
      return known.has(answering)
        ? [ok(`${origin} is answered by a server on this database.`)]
        : [
            warn(
              `${origin} is answered by a server that does not report to this database: this is a copy, even if its address is the same. Start no server on it without a DATABASE_URL of its own.`,
            ),
          ]
    }),
  )
  return findings.flat()
}

/** Which server answers; null if none does, or it does not say. */
async function readInstance(origin: string): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}/version`, { signal: AbortSignal.timeout(waitMs), redirect: 'error' })
    const { instance } = (await answer.json()) as { readonly instance?: unknown }
    return typeof instance === 'string' ? instance : null
  } catch {
    return null
  }
}
