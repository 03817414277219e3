import { statSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import { readAddress } from '../db/address.ts'
import type { Database, Reader, Tx } from '../db/database.ts'
import { addPlace, forgetPlaces, listPlaces, readNumbers } from './store.ts'

/**
 * The place of a database's real portal (OP-6). A restored or cloned copy carries its original's place and finds itself at another: until
 * it is adopted, it sends nothing to anyone outside.
 */
export interface Standing {
  /** The database's actual place. */
  readonly here: string
  /** Known places of the real portal; empty: no server has started on it yet. */
  readonly known: readonly string[]
  readonly isReal: boolean
}

/**
 * PostgreSQL: the cluster's id, the database's id within it, and its address: a restored dump has other ids, a disk copy another address.
 * Embedded: this machine, and its folder, whose inode differs in a copy.
 */
export async function readPlace(db: Reader, { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl === undefined) return `${hostname()} ${dataDir} ${statSync(dataDir).ino}`
  const { cluster, database } = await readNumbers(db)
  return `${describeHosts(databaseUrl)} ${cluster}/${database}`
}

/** The hosts in an address, which stay the same whichever of them is the primary. */
function describeHosts(databaseUrl: string): string {
  const urls = (readAddress(databaseUrl)?.urls ?? [databaseUrl]).map((url) => new URL(url))
  const hosts = urls.map(({ hostname: host, port }) => `${host}:${port || '5432'}`)
  return `${hosts.join(',')}${urls[0]?.pathname}`
}

/**
 * Compares places: equal except for the hosts, of which at least one must match, because adding or removing a standby does not make another
 * place.
 */
export function isSamePlace(one: string, other: string): boolean {
  const [first, second] = [one, other].map((place) => {
    const [hosts = '', ...rest] = place.split('/')
    return { hosts: hosts.split(','), rest: rest.join('/') }
  })
  return first?.rest === second?.rest && (first?.hosts.some((host) => second?.hosts.includes(host)) ?? false)
}

/** Whether this is the real portal of its database, according to the recorded places. */
export async function findStanding(db: Reader, config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Standing> {
  const here = await readPlace(db, config)
  const known = await listPlaces(db)
  return { here, known, isReal: known.some((place) => isSamePlace(place, here)) }
}

/** The same; the first server that starts on a database records its place as the real one. */
export async function readStanding(
  database: Database,
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  now: Date,
): Promise<Standing> {
  const found = await findStanding(database.read, config)
  if (found.known.length > 0) return found
  const { here } = found
  // Servers that start at the same time are all at the same place.
  await database.transaction((tx) => addPlace(tx, { place: here, by: 'the first start', now }))
  return { here, known: [here], isReal: true }
}

/** Makes a place the real portal's: the only one, or one more, for servers that reach the database by another address. */
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
