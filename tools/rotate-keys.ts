import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatKeySet, type KeptKey } from '../server/src/identity/tokens/key-set.ts'
import { changeKeys, rotateKeptKeys } from '../server/src/identity/tokens/token-keys.ts'

// `npm run keys:rotate [-- --minutes 10] [-- --drop-old]`: publishes a new key, which starts signing access tokens after some
// minutes; the old keys still verify what they signed. Writes to the data folder or, where TOKEN_SIGNING_KEY is set, prints its new
// value to standard output. With --drop-old, a new key signs at once and the old ones are removed.
const { TOKEN_SIGNING_KEY: configured, DATA_DIR: dataDir = './.data' } = process.env
try {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, 'drop-old': { type: 'boolean', default: false } },
  })
  if (!/^\d{1,5}$/.test(values.minutes)) throw new Error('--minutes must be a whole number')
  const rotation = { now: new Date(), delayMs: Number(values.minutes) * 60_000 }
  const [next, ...kept] = await change(values['drop-old'] ? 'drop-old' : rotation)
  say(`${next?.kid} signs from ${next?.signsFrom ?? 'now'} on.`)
  for (const { kid } of kept) say(`${kid} stays good for what it signed.`)
} catch (error) {
  say((error as Error).message)
  process.exitCode = 1
}

async function change(how: Parameters<typeof changeKeys>[1]): Promise<readonly KeptKey[]> {
  if (!configured) return rotateKeptKeys(resolve(dataDir), how)
  const keys = await changeKeys(configured, how)
  process.stdout.write(`${formatKeySet(keys)}\n`)
  return keys
}

/** Not to standard output, which carries the keys. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
