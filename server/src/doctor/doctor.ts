import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadConfiguredBrands, readKeptBrands } from '../brands/brand/configured.ts'
import type { KeptBrand } from '../brands/brand/load.ts'
import { type Told, toMessage } from '../platform/command-line.ts'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { createDatabase, type Database } from '../platform/db/database.ts'
import { openEmbedded, openPostgres } from '../platform/db/engine.ts'
import { FolderInUseError } from '../platform/db/lock.ts'
import { readVersion } from '../platform/version.ts'
import { checkSameDatabase } from './copy-checks.ts'
import {
  checkClock,
  checkListening,
  checkMigrations,
  checkPooler,
  checkReader,
  checkRunning,
  checkServer,
  checkSite,
  checkStandby,
} from './database-checks.ts'
import { type Finding, findingsAbout, readErrorCode } from './finding.ts'
import { checkOrigins, checkReached } from './host-checks.ts'
import { checkPayments, checkPharmacy, checkUtilization } from './port-checks.ts'
import {
  checkAuditForward,
  checkFiles,
  checkKeys,
  checkMail,
  checkObjects,
  checkScanner,
  checkStore,
} from './service-checks.ts'
import { checkSignOn } from './sign-on-checks.ts'
import { checkWallets } from './wallet-checks.ts'

const root = resolve(import.meta.dirname, '../../..')

const columns = { state: 6, about: 14 }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * `npm run doctor`: checks everything that the server needs, using the server's settings (AD-6), with a server running or before the first
 * start. Prints OK or what to do for each part, and exits with 0 if nothing fails, 1 if something
 * does, 2 if it could not run. Changes nothing, except that it writes an object
 * of its own to the store and removes it.
 */
export async function doctor(environment: Environment): Promise<Told> {
  try {
    const findings = await findAll(environment)
    const lines = findings.map(({ state, about, text }) => {
      const head = state.padEnd(columns.state) + about.padEnd(columns.about)
      return `${head}${text.replaceAll('\n', `\n${' '.repeat(head.length)}`)}`
    })
    return { said: lines.join('\n'), code: findings.some(({ state }) => state === 'FAIL') ? 1 : 0 }
  } catch (error) {
    return { said: `The portal could not be checked: ${toMessage(error)}`, code: 2, failed: true }
  }
}

async function findAll(environment: Environment): Promise<readonly Finding[]> {
  let config: Config
  const settings = findingsAbout('settings')
  try {
    config = readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return [settings.fail(`${error.message}\nThe rest was not looked at.`)]
    throw error
  }
  const version = readVersion()
  const leftOut: Finding[] = []
  const mode = config.production ? 'production' : 'not production: set NODE_ENV=production for anything real'
  const kept: KeptBrand[] = []
  const ofDatabase = await withDatabase(config, kept)
  const tellLeftOut = (message: string) => void leftOut.push(findingsAbout('brands').fail(message))
  const brands = loadConfiguredBrands(config, tellLeftOut, kept)
  return [
    settings.ok(`All can be read (${mode}).`),
    ...ofDatabase,
    ...(await Promise.all([
      ...[checkMail(config), checkScanner(config), checkStore(config)],
      ...[checkPayments(config), checkPharmacy(config), checkUtilization(config), checkAuditForward(config)],
    ])),
    ...(await checkFiles(config, { root, importDir: environment.IMPORT_DIR || undefined })),
    ...checkWallets(config, new Set(brands.keys()), new Date()),
    ...leftOut,
    ...checkOrigins(config, brands),
    ...(await checkReached(config, version, brands)),
  ]
}

/** Looks at the database, and collects the brands of the console. */
async function withDatabase(config: Config, kept: KeptBrand[]): Promise<Finding[]> {
  const { ok, fail, warn } = findingsAbout('database')
  const { databaseUrl: url, databaseListenUrl: ownUrl = url, dataDir } = config
  if (url === undefined && !existsSync(join(dataDir, 'db', 'PG_VERSION')))
    return [
      warn(`There is none in ${dataDir} yet: the first start makes the embedded one.`),
      await checkKeys(config, null),
    ]
  let database: Database
  try {
    database = createDatabase(
      url === undefined ? await openEmbedded({ dataDir }) : openPostgres({ url, ownUrl, poolSize: 1 }),
    )
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    return [
      ok(`The embedded one is in use by a server, and was not checked. ${error.message}`),
      await checkKeys(config, null),
    ]
  }
  try {
    const { read } = database
    const migrations = await checkMigrations(read)
    // An older database has none yet.
    kept.push(...(await readKeptBrands(read).catch(() => [])))
    return [
      ...(await checkServer(read)),
      ...(url === undefined
        ? []
        : [
            await checkListening(url, ownUrl ?? url),
            ...(await checkPooler(url)),
            ...(await checkStandby(read, url, config.databaseReadUrl)),
            ...(await checkReader(config.databaseReadUrl)),
          ]),
      migrations,
      await checkClock(read),
      ...(migrations.state === 'OK' ? [await checkSite(read, config)] : []),
      ...(migrations.state === 'OK' ? await checkSameDatabase(read, config) : []),
      ...(migrations.state === 'OK' ? await checkObjects(read, config) : []),
      ...(migrations.state === 'OK' ? await checkRunning(read) : []),
      ...(migrations.state === 'OK' ? await checkSignOn(read, config) : []),
      await checkKeys(config, migrations.state === 'OK' ? read : null),
    ]
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    const code = readErrorCode(cause ?? error)
    if (code === '08P01')
      return [
        fail('DATABASE_URL seems to lead to a pooler: say so (`?pooler=transaction`), and set DATABASE_LISTEN_URL.'),
      ]
    return [fail(`It does not answer (${code}): check host, port, user, password and name in DATABASE_URL.`)]
  } finally {
    await database.close()
  }
}
