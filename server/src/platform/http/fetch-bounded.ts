const waitMs = 5_000
const maxBytes = 512 * 1024

/** Fetches from someone else's server, which may be slow, lead elsewhere, or never stop sending: follows nothing, and ends in time. */
export async function fetchBounded(address: string, options: RequestInit = {}): Promise<Response> {
  const own = AbortSignal.timeout(waitMs)
  const signal = options.signal ? AbortSignal.any([options.signal, own]) : own
  const answer = await fetch(address, { ...options, redirect: 'manual', signal })
  const body = await readBounded(answer)
  const isEmpty = [101, 204, 205, 304].includes(answer.status)
  return new Response(isEmpty ? null : body, { status: answer.status, headers: answer.headers })
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > maxBytes) throw new Error(`An answer is larger than ${maxBytes} bytes.`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
