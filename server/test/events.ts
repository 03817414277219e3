import { get, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import type { Client } from './client.ts'

/** A page that listens to events. */
export interface Events {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** All events so far: the name of each, `message` where it has none, and its data. */
  readonly all: readonly { readonly event: string; readonly data: unknown }[]
  /** Resolves with the data of the next event that was not returned yet; `end` at the end of the stream. */
  next(): Promise<unknown>
  /** Resolves after a while without any further event. */
  silent(): Promise<void>
  leave(): void
}

const silenceMs = 300

/** Opens an event stream with a client's cookies. */
export function openEvents(client: Client, path: string): Promise<Events> {
  return new Promise((resolve, reject) => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/event-stream', 'accept-encoding': 'gzip, br', cookie }
    const request = get(client.origin + path, { headers, agent: false }, (incoming) => {
      const all: { event: string; data: unknown }[] = []
      let asked = 0
      let rest = ''
      let closed = false
      incoming.setEncoding('utf8')
      incoming.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        all.push(...blocks.map(parse))
      })
      for (const name of ['end', 'error', 'close']) incoming.on(name, () => (closed = true))
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        all,
        next: async () => {
          await expect.poll(() => all.length > asked || closed, { interval: 5 }).toBe(true)
          const found = all[asked++]
          return found === undefined || found.event === 'end' ? 'end' : found.data
        },
        silent: async () => {
          await new Promise((done) => setTimeout(done, silenceMs))
          expect(all.slice(asked)).toEqual([])
        },
        leave: () => request.destroy(),
      })
    })
    request.on('error', (error) => reject(error))
  })
}

function parse(block: string): { event: string; data: unknown } {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const data = fields.get('data')
  return { event: fields.get('event') ?? 'message', data: data ? JSON.parse(data) : null }
}
