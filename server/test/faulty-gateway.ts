import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * What goes wrong with a request: `down`: it does not arrive; `lost`: it is carried out, but the answer is lost; `nonsense`: the
 * answer makes no sense; `broken`: it is carried out, but the answer is an error; `slow`: it is carried out, and answered after two
 * seconds.
 */
export type Fault = 'none' | 'down' | 'lost' | 'nonsense' | 'broken' | 'slow'

const slowMs = 2_000

/** A proxy between a portal and its gateway that makes requests fail as told. Returns its address and a function to close it. */
export async function startFaultyGateway(to: string, findFault: () => Fault) {
  const server = createServer((request, response) => {
    void pass(request).then(({ fault, status, body }) => {
      if (fault === 'down' || fault === 'lost') return request.socket.destroy()
      if (fault === 'nonsense') return response.writeHead(200).end('<html>Service</html>')
      if (fault === 'broken') return response.writeHead(502).end('{}')
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function pass(request: IncomingMessage) {
    const fault = findFault()
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    if (fault === 'down') return { fault, status: 0, body: '' }
    const body = Buffer.concat(parts)
    const answer = await fetch(to + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body.length > 0 && { body }),
    })
    const said = await answer.text()
    if (fault === 'slow') await pause(slowMs, undefined, { ref: false })
    return { fault, status: answer.status, body: said }
  }
}
