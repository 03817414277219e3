import { type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { type Reach, resolveHost } from './reach.ts'

const waitMs = 5_000
const maxBytes = 512 * 1024

/**
 * Fetches from someone else's server, which may be slow, redirect, or never stop sending: follows no redirect, stops in time, and reaches a
 * private network only if allowed.
 */
export async function fetchBounded(address: string, options: RequestInit, reach: Reach): Promise<Response> {
  const own = AbortSignal.timeout(waitMs)
  const signal = options.signal ? AbortSignal.any([options.signal, own]) : own
  const answer = await fetchReached(address, { ...options, signal }, reach)
  const { status, headers } = answer
  return new Response(answer.body === null ? null : await readBounded(answer.body), { status, headers })
}

/** The same for an answer read in parts: the reader bounds its size, and the signal its time. */
export async function fetchReached(address: string, options: RequestInit, reach: Reach): Promise<Response> {
  const asked = new Request(address, options)
  const body = Buffer.from(await asked.arrayBuffer())
  const url = new URL(address)
  // Not Node's own fetch, which resolves the name itself.
  const host = await resolveHost(url.hostname, reach)
  return send(url, {
    host,
    method: asked.method,
    headers: { ...Object.fromEntries(asked.headers), host: url.host, 'content-length': String(body.length) },
    body,
    ...(options.signal && { signal: options.signal }),
  })
}

function send(url: URL, { body, ...options }: RequestOptions & { readonly body: Buffer }): Promise<Response> {
  const isSecure = url.protocol === 'https:'
  const servername = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? { servername: url.hostname } : {}
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  const path = `${url.pathname}${url.search}`
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestSecure : requestPlain)({ ...options, ...servername, port, path, agent: false })
    // The request emits another error when it is cut off later.
    request.on('error', reject)
    request.once('response', (answer) => {
      const { statusCode = 502, headers } = answer
      const isEmpty = [101, 204, 205, 304].includes(statusCode)
      if (isEmpty) answer.resume()
      const lines = Object.entries(headers).map(([name, value]): [string, string] => [name, [value].flat().join(', ')])
      const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
      resolve(new Response(stream, { status: statusCode, headers: lines }))
    })
    request.end(body)
  })
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > maxBytes) throw new Error(`An answer is larger than ${maxBytes} bytes.`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
