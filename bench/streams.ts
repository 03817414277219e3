import { type ClientRequest, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { mailEvents } from '@portico/contract/calls/live'
import { Client, memberClient } from '../server/test/client.ts'
import { member, startServer } from './server.ts'

/**
 * How much server memory open event streams take (MC-6): resident memory according to its metrics, with and without them. Exits
 * with 1 above the budget.
 */
const streams = 2_000
const budgetMb = 150
const sessions = 20
const atOnce = 50

const server = await startServer({
  script: 'server/src/main.mjs',
  readyPath: '/health/ready',
  databaseUrl: undefined,
  environment: { EVENT_STREAMS_PERSON: String(streams) },
})
const open: ClientRequest[] = []
try {
  const people = []
  for (let at = 0; at < sessions; at++) people.push(await memberClient(server.origin, member))
  // The first streams also allocate what all of them share.
  await openStreams(people, sessions)
  await sleep(5_000)
  const before = await memoryMb()
  await openStreams(people, streams - sessions)
  await sleep(5_000)
  const cost = ((await memoryMb()) - before) * (streams / (streams - sessions))
  const counted = await metric('portico_event_streams')
  console.log(
    `${counted} event streams cost ${cost.toFixed(0)} MB (budget ${budgetMb}), ${((cost * 1024) / streams).toFixed(0)} kB each`,
  )
  process.exitCode = counted === streams && cost <= budgetMb ? 0 : 1
} finally {
  for (const request of open) request.destroy()
  await server.stop()
}

/** Opens streams in small groups, and reads the first event of each. */
async function openStreams(people: readonly Client[], count: number): Promise<void> {
  for (let begun = 0; begun < count; begun += atOnce) {
    const group = Array.from(
      { length: Math.min(atOnce, count - begun) },
      (_, at) => people[(begun + at) % people.length],
    )
    await Promise.all(group.map((person) => person && openStream(person)))
  }
}

function openStream({ cookies }: Client): Promise<void> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { accept: 'text/event-stream', cookie }
  return new Promise((resolve, reject) => {
    const request = get(server.origin + mailEvents.path, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`A stream was answered ${answer.statusCode}.`))
      answer.once('data', () => resolve())
      answer.on('error', () => undefined)
    })
    request.on('error', reject)
    open.push(request)
  })
}

async function memoryMb(): Promise<number> {
  return (await metric('process_resident_memory_bytes')) / 1024 / 1024
}

async function metric(name: string): Promise<number> {
  const { body } = await new Client(server.origin).get('/metrics')
  const text = body.payload as string
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
