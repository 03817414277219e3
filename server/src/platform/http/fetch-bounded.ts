import { type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { type Reach, resolveHost } from './reach.ts'

const waitMs = 5_000
const maxBytes = 512 * 1024

/**
 * Fetches from someone else's server, which may be slow, lead elsewhere, or never stop sending: follows nothing, ends in time, and goes to no
 * private network unless it may.
 */
export async function fetchBounded(address: string, options: RequestInit, reach: Reach): Promise<Response> {
  const own = AbortSignal.timeout(waitMs)
  const signal = options.signal ? AbortSignal.any([options.signal, own]) : own
  const asked = new Request(address, { ...options, signal })
  const body = Buffer.from(await asked.arrayBuffer())
  const url = new URL(address)
  // Not Node's own fetch, which looks the name up itself.
  const host = await resolveHost(url.hostname, reach)
  return send(url, {
    host,
    method: asked.method,
    headers: { ...Object.fromEntries(asked.headers), host: url.host, 'content-length': String(body.length) },
    body,
    signal,
  })
}

function send(url: URL, { body, ...options }: RequestOptions & { readonly body: Buffer }): Promise<Response> {
  const isSecure = url.protocol === 'https:'
  const servername = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? { servername: url.hostname } : {}
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  const path = `${url.pathname}${url.search}`
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestSecure : requestPlain)({ ...options, ...servername, port, path, agent: false })
    request.once('error', reject)
    request.once('response', (answer) => {
      const { statusCode = 502, headers } = answer
      const isEmpty = [101, 204, 205, 304].includes(statusCode)
      readBounded(answer).then((read) => {
        const lines = Object.entries(headers).map(([name, value]): [string, string] => [
          name,
          [value].flat().join(', '),
        ])
        resolve(new Response(isEmpty ? null : read, { status: statusCode, headers: lines }))
      }, reject)
    })
    request.end(body)
  })
}

async function readBounded(body: Readable): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += (part as Buffer).byteLength
    if (size > maxBytes) throw new Error(`An answer is larger than ${maxBytes} bytes.`)
    parts.push(part as Buffer)
  }
  return new Uint8Array(Buffer.concat(parts))
}
