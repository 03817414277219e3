import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../tools/postgres.ts'

/** Another plan's portal: a second portal, in its own process. */
interface OtherPlan {
  readonly port: number
  readonly fhirBase: string
  /** The client ID that the first portal has there. */
  readonly clientId: string
  stop(): Promise<void>
}

/** Starts `npm run example:payer`, which registers the portal under test there. */
export async function startOtherPlan(portal: string, brand: string): Promise<OtherPlan> {
  const port = await freePort()
  const child = spawn(process.execPath, ['examples/payer/main.ts', portal, brand], {
    env: { ...process.env, EXAMPLE_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (piece) => {
    said += piece
  })
  const find = (what: string) => new RegExp(`${what} +(\\S+)`).exec(said)?.[1]
  const told = new Promise<void>((resolve) => child.stdout.on('data', () => find('Our number there') && resolve()))
  await Promise.race([told, ended])
  const [fhirBase, clientId] = [find('Address of its FHIR server'), find('Our client ID there')]
  if (fhirBase === undefined || clientId === undefined) throw new Error(`The other plan did not start: ${said}`)
  return {
    ...{ port, fhirBase, clientId },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
