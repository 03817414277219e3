import { statSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import { readAddress } from '../db/address.ts'
import type { Database, Reader, Tx } from '../db/database.ts'
import { addPlace, forgetPlaces, listPlaces, readNumbers } from './store.ts'

/**
 * Where the real portal of a database is (OP-6). A copy of the database, restored or cloned, carries the place of the one that it was made
 * from and is found at another: until it is adopted, nothing leaves it that concerns someone outside.
 */
export interface Standing {
  /** Where the database is. */
  readonly here: string
  /** Where the real portal is; empty: no server has started on it yet. */
  readonly known: readonly string[]
  readonly isReal: boolean
}

/**
 * PostgreSQL: the cluster's own number, the database's in it, and the address under which it is reached: a dump that is restored has other
 * numbers, a copy of the disk another address. The embedded one: this machine, and its folder, which is another one once it is copied.
 */
export async function readPlace(db: Reader, { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl === undefined) return `${hostname()} ${dataDir} ${statSync(dataDir).ino}`
  const { cluster, database } = await readNumbers(db)
  return `${describeHosts(databaseUrl)} ${cluster}/${database}`
}

/** The hosts of an address, which stay the same whichever of them writes. */
function describeHosts(databaseUrl: string): string {
  const urls = (readAddress(databaseUrl)?.urls ?? [databaseUrl]).map((url) => new URL(url))
  const hosts = urls.map(({ hostname: host, port }) => `${host}:${port || '5432'}`)
  return `${hosts.join(',')}${urls[0]?.pathname}`
}

/** The same in all but the hosts, of which one at least is the same: a standby that is added or gone makes no other place. */
export function isSamePlace(one: string, other: string): boolean {
  const [first, second] = [one, other].map((place) => {
    const [hosts = '', ...rest] = place.split('/')
    return { hosts: hosts.split(','), rest: rest.join('/') }
  })
  return first?.rest === second?.rest && (first?.hosts.some((host) => second?.hosts.includes(host)) ?? false)
}

/** Whether this is the real portal of its database, as far as servers have said. */
export async function findStanding(db: Reader, config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Standing> {
  const here = await readPlace(db, config)
  const known = await listPlaces(db)
  return { here, known, isReal: known.some((place) => isSamePlace(place, here)) }
}

/** The same; the first server that starts on a database makes it the real one. */
export async function readStanding(
  database: Database,
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  now: Date,
): Promise<Standing> {
  const found = await findStanding(database.read, config)
  if (found.known.length > 0) return found
  const { here } = found
  // Of several that start at once, each is at the same place.
  await database.transaction((tx) => addPlace(tx, { place: here, by: 'the first start', now }))
  return { here, known: [here], isReal: true }
}

/** Makes a place that of the real portal: the only one, or beside the others, for servers that reach the database by another address. */
export async function adopt(
  tx: Tx,
  {
    place,
    by,
    now,
    beside,
  }: { readonly place: string; readonly by: string; readonly now: Date; readonly beside: boolean },
): Promise<void> {
  if (!beside) await forgetPlaces(tx)
  await addPlace(tx, { place, by, now })
}
