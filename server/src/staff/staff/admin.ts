import { parseArgs } from 'node:util'
import { loadBrandsFrom } from '../../brands/brand/configured.ts'
import type { BrandSet } from '../../brands/brand/load.ts'
import { createPasswords } from '../../identity/passwords/passwords.ts'
import { createSessions } from '../../identity/sessions/sessions.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { CannotRun, cannotRun, type Told, toMessage } from '../../platform/command-line.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { loadDataKey } from '../../platform/data-key.ts'
import { withDatabase } from '../../platform/db/command-database.ts'
import { CommandRefused, type Input, readNamed } from './command-input.ts'
import { type Commands, createCommands } from './commands.ts'
import { createStaffKeeping } from './keeping.ts'
import { brandOfOrigin, formatAddress } from './own-brand.ts'

const usage = `npm run admin -- create LOGINID [--brand CODE]     makes an administrator; asks for name and e-mail address
npm run admin -- link LOGINID                      gives a new link for choosing a password
npm run admin -- list                              shows who works here
npm run admin -- disable LOGINID                   ends someone's access at once
npm run admin -- reset-second-factor LOGINID       for anyone who has lost their phone`

type Environment = Readonly<Record<string, string | undefined>>

/**
 * `npm run admin -- create LOGINID [--brand CODE] | link LOGINID | list | disable LOGINID | reset-second-factor LOGINID` (AD-1): manages
 * staff accounts from the command line, with the server's settings. Exits with 0 if done, 1 if refused, 2 if it could not run.
 */
export async function admin(args: readonly string[], environment: Environment, input: Input): Promise<Told> {
  try {
    return { said: await carryOut(args, environment, input), code: 0 }
  } catch (error) {
    if (error instanceof CommandRefused) return { said: error.message, code: 1, failed: true }
    return cannotRun(error, (unexpected) => `The command failed: ${toMessage(unexpected)}`)
  }
}

async function carryOut(args: readonly string[], environment: Environment, input: Input): Promise<string> {
  const { values, positionals } = readArguments(args)
  const [verb = '', loginId = '', ...more] = positionals
  const isKnown = verb === 'list' ? positionals.length === 1 : loginId !== '' && more.length === 0
  if (!isKnown) throw new CannotRun(usage)
  const config = readConfig(environment)
  return withDatabase(config, async (database) => {
    const brands = await loadBrandsFrom(config, database)
    const sessions = createSessions(database, { idleS: config.sessionIdleS, maxS: config.sessionMaxS })
    const emails = createEmailService(loadDataKey({ configured: config.dataKey, dataDir: config.dataDir }))
    const place = { ownOrigins: config.publicOrigins, port: config.port }
    const commands = createCommands({
      database,
      keeping: createStaffKeeping({ passwords: createPasswords(), sessions, emails }),
      sendsEmail: config.smtpUrl !== undefined,
      formatAddress: (code, link) => formatAddress(findBrand(brands, code), link, place),
      now: () => new Date(),
    })
    return run(commands, verb, loginId, () => homeBrand(brands, values.brand, config), input)
  })
}

function run(
  commands: Commands,
  verb: string,
  loginId: string,
  brand: () => ReturnType<typeof findBrand>,
  input: Input,
) {
  switch (verb) {
    case 'create':
      return commands.create(loginId, brand(), () => readNamed(input, process.stderr))
    case 'link':
      return commands.link(loginId)
    case 'list':
      return commands.list()
    case 'disable':
      return commands.disable(loginId)
    case 'reset-second-factor':
      return commands.resetSecondFactor(loginId)
    default:
      throw new CannotRun(usage)
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { brand: { type: 'string' } } })
  } catch (error) {
    throw new CannotRun(`${toMessage(error)}\n${usage}`)
  }
}

/** The brand whose portal the new administrator signs in at: the named one, or else the brand of the portal's first origin. */
function homeBrand(brands: BrandSet, named: string | undefined, { publicOrigins }: Config) {
  if (named !== undefined) return findBrand(brands, named.toLowerCase())
  const [first] = publicOrigins
  const found = first === undefined ? null : brandOfOrigin(brands, first)
  if (found === null) throw new CannotRun('Name the brand whose portal they sign in to: --brand CODE')
  return found
}

function findBrand(brands: BrandSet, code: string) {
  const loaded = brands.get(code)
  if (loaded === undefined)
    throw new CannotRun(`There is no brand ${code}. The brands are ${[...brands.keys()].join(', ')}.`)
  return loaded.brand
}
