import { parseArgs } from 'node:util'
import { loadBrandsFrom } from '../../brands/brand/configured.ts'
import { CannotRun, cannotRun, type Told, toMessage } from '../../platform/command-line.ts'
import { readConfig } from '../../platform/config.ts'
import { withDatabase } from '../../platform/db/command-database.ts'
import { DataRefused, verbs } from './verbs.ts'

const usage = `npm run data -- erase BRAND NUMBER --reason TEXT [--dry-run]   erases a member, and prints the receipt
npm run data -- hold BRAND NUMBER --reason TEXT                places a legal hold: nothing of the member is erased
npm run data -- lift-hold BRAND NUMBER                         lifts it
npm run data -- holds                                          lists the holds that stand
npm run data -- withdraw-claim BRAND CLAIMNUMBER               takes a claim from what members and apps see
npm run data -- remove-brand BRAND --confirm BRAND --reason TEXT   erases everyone and everything of a brand
npm run data -- dead-emails                                    lists e-mails that were given up
npm run data -- send-again ID|all                              has them tried again
npm run data -- reseal                                         seals with the first key of DATA_KEY whatever an older one has sealed
npm run data -- sizes                                          lists the tables by size, and how long what grows is kept
npm run data -- site                                           says whether this is the real portal or a copy
npm run data -- adopt [--beside]                               makes this one the real portal`

type Environment = Readonly<Record<string, string | undefined>>

/**
 * `npm run data -- VERB …` (OP-6, OP-7, RG-3): data maintenance for operators, with the server's settings and alongside running servers.
 * Exits with 0 if done, 1 if refused, 2 if it could not run.
 */
export async function runData(args: readonly string[], environment: Environment, signal?: AbortSignal): Promise<Told> {
  try {
    return { said: await carryOut(args, environment, signal), code: 0 }
  } catch (error) {
    if (error instanceof DataRefused) return { said: error.message, code: 1, failed: true }
    return cannotRun(error, (unexpected) => `The command failed: ${toMessage(unexpected)}`)
  }
}

async function carryOut(args: readonly string[], environment: Environment, signal?: AbortSignal): Promise<string> {
  const { values, positionals } = readArguments(args)
  const [name = '', ...given] = positionals
  const verb = verbs[name]
  if (verb === undefined || given.length !== verb.takes) throw new CannotRun(usage)
  const config = readConfig(environment)
  return withDatabase(config, async (database) => {
    const brands = new Set((await loadBrandsFrom(config, database)).keys())
    return verb.run(given, { config, database, brands, options: values, signal, now: new Date() })
  })
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        confirm: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        beside: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new CannotRun(`${toMessage(error)}\n${usage}`)
  }
}
