import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openPostgres } from './engine.ts'
import { isUnavailable } from './unavailable.ts'

/** A message of PostgreSQL's protocol. */
function encode(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')])
}

test.each([
  ['any server', ''],
  ['a writable server', '?target_session_attrs=read-write'],
  ['a pooler', '?pooler=transaction'],
])(
  'OP-2 %s that ends a connection in the same moment as it accepts it is unavailable, and the process lives',
  async (_, parameters) => {
    const accepted = [encode('R', '\0\0\0\0'), encode('Z', 'I')]
    const gone = encode('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0')
    const server = createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([...accepted, gone]))),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const engine = openPostgres({ url: `postgres://portico@127.0.0.1:${port}/portico${parameters}`, poolSize: 1 })
    const use = async () => {
      const client = await engine.connect()
      try {
        await client.query('select 1')
      } finally {
        client.release()
      }
    }
    for (let time = 0; time < 3; time += 1) await expect(use()).rejects.toSatisfy(isUnavailable)
    await engine.close()
    server.close()
  },
)
