import type { IncomingMessage, ServerResponse } from 'node:http'

const maxBody = 16_384

export function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function sendPage(response: ServerResponse, html: string): void {
  const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  response.writeHead(200, type).end(html)
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBody) throw new Error('Too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
