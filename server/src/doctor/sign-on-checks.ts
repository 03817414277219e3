import { checkConnections } from '../identity/sign-on/check.ts'
import type { Config } from '../platform/config.ts'
import { loadDataKey } from '../platform/data-key.ts'
import type { Reader } from '../platform/db/database.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** Checks the connections to identity providers that are on (OS-71). */
export async function checkSignOn(db: Reader, config: Config): Promise<Finding[]> {
  const find = findingsAbout('sign-in')
  const states = await checkConnections(db, new Date(), {
    dataKey: () => loadDataKey({ configured: config.dataKey, dataDir: config.dataDir }),
    reach: { inside: config.privateProviders },
  })
  if (states.length === 0)
    return [find.ok('No connection to an identity provider is on: people sign in with passwords.')]
  return states.map(({ name, state, text }) => find[state](`${name}: ${text}`))
}
