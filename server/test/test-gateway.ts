import { afterAll, beforeAll } from 'vitest'
import { type Sandbox, startSandbox } from '../src/demo/gateway-sandbox/server.ts'
import type { Gateway } from '../src/platform/gateway/port.ts'
import { createSandboxGateway } from '../src/platform/gateway/sandbox.ts'
import { type Fault, startFaultyGateway } from './faulty-gateway.ts'
import { sandboxSecret } from './portal.ts'

interface TestGateway {
  /** Until it is changed, what goes wrong with each request. */
  fault: Fault
  readonly port: Gateway
  /** The other side: what was paid and stored there. */
  readonly sandbox: Sandbox
  readonly url: string
}

/** The gateway of a test file's portal, from before its first test until after its last. */
export function testGateway(): TestGateway {
  let sandbox: Sandbox
  let faulty: Awaited<ReturnType<typeof startFaultyGateway>>
  beforeAll(async () => {
    sandbox = await startSandbox({ secret: sandboxSecret, tell: null })
    faulty = await startFaultyGateway(sandbox.url, () => held.fault)
  })
  afterAll(async () => {
    await faulty?.close()
    await sandbox?.close()
  })
  const held: TestGateway = {
    fault: 'none',
    port: createSandboxGateway({ url: async () => faulty.url, secret: sandboxSecret, waitMs: 10_000 }),
    get sandbox() {
      return sandbox
    },
    get url() {
      return faulty.url
    },
  }
  return held
}
