import type pg from 'pg'
import { countUnsealed } from '../platform/audit/seal-store.ts'
import type { Config } from '../platform/config.ts'
import { type Address, connectToAny, createClients, readAddress } from '../platform/db/address.ts'
import type { Reader } from '../platform/db/database.ts'
import { migrationNames } from '../platform/db/migrate.ts'
import { listDone } from '../platform/db/migrate-plan.ts'
import { findStanding } from '../platform/site/site.ts'
import { type Finding, findingsAbout } from './finding.ts'
import { countAdministrators, readClock, readServer, readStandbys } from './store.ts'

const minVersion = 15
const listenMs = 3_000

/** Version and encoding, and what the portal's user may do. */
export async function checkServer(db: Reader): Promise<Finding[]> {
  const { ok, fail } = findingsAbout('database')
  const found = await readServer(db)
  if (found === undefined) return [fail('It answers nothing.')]
  const rights = findingsAbout('rights')
  return [
    found.number >= minVersion * 10_000
      ? ok(`PostgreSQL ${found.version}, ${found.open} of ${found.max} connections in use.`)
      : fail(`PostgreSQL ${found.version} is too old: version ${minVersion} or later is needed.`),
    ...(found.encoding === 'UTF8' ? [] : [fail(`Its encoding is ${found.encoding}: create the database with UTF8.`)]),
    found.create
      ? rights.ok('Tables can be made.')
      : rights.fail(
          'No tables can be made: make the user the owner of the database, or grant create on schema public.',
        ),
    found.quiet
      ? rights.ok("What people write can be kept out of PostgreSQL's own log.")
      : rights.warn(
          "PostgreSQL's own log may repeat what people wrote: grant set on parameter log_min_messages, log_parameter_max_length to the user.",
        ),
  ]
}

/** Whether the database has the tables of this version. */
export async function checkMigrations(db: Reader): Promise<Finding> {
  const { ok, warn } = findingsAbout('migrations')
  const done = await listDone(db)
  if (done === null) return warn('The database is empty: the first start of a server creates the tables.')
  const missing = migrationNames.filter((name) => !done.has(name))
  if (missing.length > 0) return warn(`The next start of a server will do these: ${missing.join(', ')}.`)
  const later = [...done].filter((name) => !migrationNames.includes(name))
  if (later.length > 0)
    return warn(
      `The database is newer than this version (${later.join(', ')}): once the upgrade is complete, run the version that it belongs to.`,
    )
  return ok(`All ${migrationNames.length} are done.`)
}

/** Whether a signal sent over `url` is heard on `ownUrl`: through a pooler that shares connections nothing is heard. */
export async function checkListening(url: string, ownUrl: string): Promise<Finding> {
  const { ok, fail } = findingsAbout('signals')
  const [listener, teller] = [await connectTo(ownUrl), await connectTo(url)]
  try {
    const channel = `portico_doctor_${process.pid}`
    const heard = new Promise<boolean>((resolve) => {
      listener.on('notification', () => resolve(true))
      setTimeout(() => resolve(false), listenMs)
    })
    await listener.query(`listen ${channel}`)
    await teller.query(`notify ${channel}`)
    // A pooler may give the next statement to another connection, which does not listen.
    return (await heard)
      ? ok('LISTEN and NOTIFY work.')
      : fail(
          'LISTEN and NOTIFY do not work: name the database itself in DATABASE_LISTEN_URL, not a pooler, and the same one that DATABASE_URL leads to.',
        )
  } finally {
    await Promise.all([listener.end(), teller.end()])
  }
}

/** What the portal asks for on each connection of its own, which a pooler refuses: there, it has to be a setting of the user. */
const settingsOfUser = ['statement_timeout', 'idle_in_transaction_session_timeout']

/** Whether what the portal relies on holds through a pooler that gives each transaction another connection (OP-5). */
export async function checkPooler(url: string): Promise<readonly Finding[]> {
  const { ok, fail } = findingsAbout('pooler')
  const pooler = readAddress(url)?.pooler ?? 'none'
  if (pooler === 'none') return []
  const clients = [await connectTo(url), await connectTo(url)] as const
  try {
    const { rows } = await clients[0].query<{ name: string }>(
      `select name from pg_settings where name = any($1) and setting = '0'`,
      [settingsOfUser],
    )
    const unset = rows.map(({ name }) => name)
    const findings = [
      unset.length === 0
        ? ok(`It shares connections between transactions (${pooler}), and no statement takes for ever.`)
        : fail(
            `${unset.join(' and ')} must be set for the user of the database: alter role … set ${unset[0]} = '10s'.`,
          ),
    ]
    if (pooler === 'transaction-named' && !(await keepNames(clients)))
      findings.push(
        fail(
          'It does not keep named statements: set max_prepared_statements (PgBouncer 1.21 or later), or say pooler=transaction.',
        ),
      )
    return findings
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Whether two clients can use statements of the same name in turns, on whatever connection they are given. */
async function keepNames(clients: readonly pg.Client[]): Promise<boolean> {
  try {
    for (let round = 0; round < 3; round += 1)
      for (const client of clients) await client.query({ name: 'portico-doctor', text: 'select 1' })
    return true
  } catch {
    return false
  }
}

/** Whether, where several hosts are named or one for reads, a commit is on a second one before it is acknowledged (OP-2). */
export async function checkStandby(db: Reader, url: string, readUrl: string | undefined): Promise<readonly Finding[]> {
  if (readUrl === undefined && (readAddress(url)?.urls.length ?? 1) < 2) return []
  const { ok, warn } = findingsAbout('standby')
  const found = await readStandbys(db)
  const isKept = found?.names !== '' && ['on', 'remote_write', 'remote_apply'].includes(found?.commit ?? '')
  return [
    isKept
      ? ok('What is acknowledged is on a standby, too.')
      : warn(
          'What was acknowledged last is lost with the primary: set synchronous_standby_names, and synchronous_commit = on.',
        ),
  ]
}

/** Whether the address for reads leads to a standby, so that it answers while the primary is away (OP-2). */
export async function checkReader(url: string | undefined): Promise<readonly Finding[]> {
  if (url === undefined) return []
  const { ok, warn } = findingsAbout('reads')
  try {
    const client = await connectTo(url, { mustWrite: false })
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    await client.end()
    return [
      rows[0]?.standby
        ? ok('DATABASE_READ_URL leads to a standby.')
        : warn('DATABASE_READ_URL leads to a server that is no standby: it may be lost together with the primary.'),
    ]
  } catch {
    return [warn('DATABASE_READ_URL does not answer: nothing is read while the primary is away.')]
  }
}

function connectTo(url: string, how: Partial<Address> = {}): Promise<pg.Client> {
  const address = readAddress(url)
  if (address === null) throw new Error('The address cannot be read.')
  const Client = createClients({ ...address, ...how })
  return connectToAny(address, async () => {
    const client = new Client({ connectionTimeoutMillis: 5_000, application_name: 'portico doctor' })
    try {
      await client.connect()
      await client.check()
      return client
    } catch (error) {
      await client.end()
      throw error
    }
  })
}

/** Whether this is the real portal of the database, or a copy that sends nothing (OP-6). */
export async function checkSite(db: Reader, config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Finding> {
  const { ok, warn } = findingsAbout('site')
  const { known, isReal } = await findStanding(db, config)
  if (known.length === 0 || isReal) return ok('This is the real portal.')
  return warn(
    'This is a copy of another portal: it sends no e-mail, takes no payment, orders no medicine and takes no nightly files.\nIf it takes the place of the other one: npm run data -- adopt',
  )
}

const maxApartMs = 2_000

/** Compares this machine's clock with the database's: authenticator codes and tokens depend on this one, rows on both. */
export async function checkClock(db: Reader): Promise<Finding> {
  const before = Date.now()
  const now = (await readClock(db))?.getTime() ?? before
  const apartMs = Math.round(now - (before + Date.now()) / 2)
  return clockFinding('the database', apartMs)
}

export function clockFinding(whose: string, apartMs: number, toleranceMs = maxApartMs): Finding {
  const { ok, fail } = findingsAbout('clock')
  const seconds = `${(apartMs / 1000).toFixed(1)} s`
  return Math.abs(apartMs) <= toleranceMs
    ? ok(`This machine's and that of ${whose} agree (${seconds}).`)
    : fail(`This machine's clock and that of ${whose} are ${seconds} apart: have both set by NTP (timedatectl).`)
}

/** Whether there are administrators of every brand, of whom the last must stay (AD-2), and whether the audit log is being sealed. */
export async function checkRunning(db: Reader): Promise<Finding[]> {
  const administration = findingsAbout('administrator')
  const sealing = findingsAbout('audit log')
  const administrators = await countAdministrators(db)
  const { count: waiting, oldest } = await countUnsealed(db)
  const isLate = oldest !== null && Date.now() - oldest.getTime() > 60_000
  return [
    administrators > 1
      ? administration.ok(`There are ${administrators} of every brand.`)
      : administrators === 1
        ? administration.warn(
            'There is only one of every brand: invite a second person, who must confirm what gives more rights.',
          )
        : administration.warn('There is none of every brand: npm run admin -- create LOGINID'),
    isLate
      ? sealing.warn(`${waiting} events wait to be sealed for more than a minute: is a server running?`)
      : sealing.ok('Its events are sealed.'),
  ]
}
