import type { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { inOneGo } from './in-one-go.ts'

const ready = [{ name: 'readyForQuery' }]

/** An engine that records the messages it receives. */
function engine() {
  const sent: string[] = []
  const execProtocolStream = async (message: Uint8Array) => {
    sent.push(Buffer.from(message).toString())
    return ready
  }
  const joined = inOneGo({ execProtocolStream } as unknown as PGlite)
  return { sent, send: (text: string) => joined.execProtocolStream(Buffer.from(text)) }
}

test('MC-5 messages that need no answer go to the embedded engine with the next one that does, in order', async () => {
  const { sent, send } = engine()
  for (const text of ['P1', 'B1', 'D1', 'E1']) expect(await send(text)).toEqual([])
  expect(sent).toEqual([])
  expect(await send('S')).toEqual(ready)
  expect(sent).toEqual(['P1B1D1E1S'])
  await send('C1')
  await send('H')
  expect(await send('Qselect 1')).toEqual(ready)
  expect(sent).toEqual(['P1B1D1E1S', 'C1H', 'Qselect 1'])
})

test('MC-5 other work gets its turn between two statements of one transaction', async () => {
  const { send } = engine()
  let turns = 0
  const count = () => {
    turns += 1
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  for (let statements = 0; statements < 5; statements += 1) await send('Qselect 1')
  clearImmediate(immediate)
  expect(turns).toBeGreaterThanOrEqual(5)
})
