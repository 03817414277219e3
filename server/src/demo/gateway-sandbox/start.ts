import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { newSecret } from '../../identity/tokens/secrets.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import { createSandboxGateway } from '../../platform/gateway/sandbox.ts'

/**
 * The demo's gateway, in a process of its own that starts when first needed, keeps its books next to the portal's data and ends with the
 * portal. If the process is gone it is started again.
 */
export function createSandboxProcess(place: {
  readonly dataDir: string
  /** The address that notices are sent to. */
  readonly tell: string
}): { readonly gateway: Gateway; stop(): void } {
  const secret = newSecret()
  let child: ChildProcess | null = null
  let url: Promise<string> | null = null
  const start = async () => {
    const begun = fork(new URL('./process.ts', import.meta.url), {
      execArgv: [],
      env: {
        PATH: process.env.PATH ?? '',
        SANDBOX_SECRET: secret,
        SANDBOX_TELL: place.tell,
        SANDBOX_FILE: join(place.dataDir, 'sandbox-gateway.jsonl'),
      },
    })
    child = begun
    begun.once('exit', () => {
      url = null
    })
    const [said] = (await once(begun, 'message', { signal: AbortSignal.timeout(30_000) })) as [{ url: string }]
    begun.unref()
    begun.channel?.unref()
    return said.url
  }
  const where = () => {
    url ??= start()
    return url
  }
  return { gateway: createSandboxGateway({ url: where, secret }), stop: () => child?.kill() }
}
