import { calls } from '@portico/contract/calls'
import { make } from '../server/test/call.ts'
import { memberClient } from '../server/test/client.ts'
import { member, startServer } from './server.ts'

/**
 * How long an explanation of benefits takes as PDF (MP-5), from the call to its last byte; the first few start its thread. `node
 * bench/eob.ts`; exits with 1 when the median is above the limit.
 */
const maxMs = 150
const warmUp = 10
const rounds = 40

const server = await startServer({ script: 'server/src/main.mjs', readyPath: '/health/ready', databaseUrl: undefined })
try {
  const client = await memberClient(server.origin, member)
  const { body } = await make(client, calls.listClaims, { query: { state: 'denied' } })
  const params = { claimId: body.payload.claims[0]?.claimId ?? '' }
  const times: number[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const began = performance.now()
    const { status } = await make(client, calls.claimEob, { params })
    if (status !== 200) throw new Error(`The call answered ${status}.`)
    if (round >= 0) times.push(performance.now() - began)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const [middle, slow] = [sorted[Math.floor(rounds / 2)] ?? 0, sorted[Math.floor(rounds * 0.95)] ?? 0]
  console.log(`EOB as PDF: p50 ${middle.toFixed(0)} ms (goal ${maxMs}), p95 ${slow.toFixed(0)} ms`)
  process.exitCode = middle <= maxMs ? 0 : 1
} finally {
  await server.stop()
}
