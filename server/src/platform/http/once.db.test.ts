import type { Call, SentTo } from '@portico/contract/call'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, memberClient } from '../../../test/client.ts'
import { buildGate, holdTwo } from '../../../test/gate.ts'
import { testPortal } from '../../../test/portal.ts'
import { countRows } from '../../../test/rows.ts'
import { everyCall, type Records, readRecords, readySample } from '../../../test/samples.ts'

const portal = testPortal({ ACCESS_TOKEN_S: '3600' })
let own: Records
beforeAll(async () => {
  own = await readRecords(await memberClient(portal.origin, 'MEMBER01'))
  await buildGate(portal.database, Object.keys(await countRows(portal.database)))
})

/** Tables that get rows for every request, whatever its outcome. */
const ofEachRequest = ['audit_event', 'sign_in_limit']

const changesByOnce = everyCall.filter(({ call }) => call.onceBy !== undefined)

test('HT-1 a call with an idempotency key is a change, and takes the key', () => {
  expect(changesByOnce.length).toBeGreaterThan(0)
  for (const { call } of changesByOnce) {
    const named = call.body && 'entries' in call.body ? Object.keys(call.body.entries as object) : []
    expect([call.changes, named.includes(call.onceBy ?? '')]).toEqual([true, true])
  }
})

/** An answer without the field that marks it as a repetition. */
function alike(answer: Answer | undefined): unknown {
  return JSON.parse(JSON.stringify(answer?.body), (name, value) => (name === 'repeated' ? undefined : value))
}

describe.each(changesByOnce)('$name', ({ call, sample }) => {
  const clientFor = async () => {
    const { audience } = call
    if (audience.by === 'anyone') return new Client(portal.origin)
    return memberClient(portal.origin, sample.as ?? (audience.roles.includes('MEMBER') ? 'MEMBER01' : 'CSRREP01'))
  }
  const afresh = async (): Promise<{ client: Client; sent: SentTo<Call> }> => {
    await sample.undo?.(portal.database)
    const client = await clientFor()
    return { client, sent: await readySample(client, sample, own) }
  }
  /** Number of rows that `change` added, by table. */
  const countAdded = async (change: () => Promise<unknown>) => {
    const before = await countRows(portal.database)
    await change()
    const after = await countRows(portal.database)
    const changes = Object.keys(after).map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)] as const)
    return Object.fromEntries(changes.filter(([, rows]) => rows !== 0))
  }
  const omitVolatile = (rows: Record<string, number>) =>
    Object.fromEntries(Object.entries(rows).filter(([table]) => !ofEachRequest.includes(table)))

  test('HT-1 a change sent twice at once happens once, and both get the same answer, wherever they meet', async () => {
    const one = await afresh()
    const alone = await countAdded(() => make(one.client, call, one.sent, sample.headers))
    expect(omitVolatile(alone)).not.toEqual({})
    const tables = portal.database.kind === 'embedded' ? ['any'] : Object.keys(alone)
    const places: string[] = []
    for (const table of tables) {
      const { client, sent } = await afresh()
      let statuses: number[] = []
      const together = await countAdded(async () => {
        const { held, answers } = await holdTwo(portal.database, table, () => make(client, call, sent, sample.headers))
        if (held) places.push(table)
        statuses = answers.map(({ status }) => status)
        expect([table, alike(answers[1])]).toEqual([table, alike(answers[0])])
      })
      expect([table, statuses]).toEqual([table, [call.status, call.status]])
      // Another record may take one more e-mail than the first, but never two.
      const surplus = Object.entries(omitVolatile(together)).filter(
        ([name, rows]) => rows > Math.max(alone[name] ?? 0, 1),
      )
      expect([table, surplus]).toEqual([table, []])
    }
    expect(places.length).toBeGreaterThan(0)
  })
})
