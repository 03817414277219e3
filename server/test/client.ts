import { Agent, request } from 'node:http'
import type { Envelope } from '@portico/contract/envelope'
import type { ErrorEntry } from '@portico/contract/errors'

/** The answer to a call. `body` is the parsed JSON, whatever its shape. */
export interface Answer<Payload = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly body: Envelope<Payload> & { readonly errors?: readonly ErrorEntry[] }
  /** The unparsed body, for files. */
  readonly bytes: Buffer
}

interface Sending {
  readonly payload?: unknown
  /** Raw body instead of a payload. */
  readonly raw?: string | Buffer
  readonly form?: Record<string, string>
  /** In addition to the usual headers, or instead of them; undefined leaves one out. */
  readonly headers?: Record<string, string | undefined>
}

/** A simple browser: it keeps cookies, sends its Origin and an appid. */
export class Client {
  origin: string
  readonly cookies = new Map<string, string>()
  bearer: string | undefined
  /** The host name for reaching the portal, instead of its IP address, e.g. `secure.highmark.localhost:8080`. */
  host: string | undefined

  /** Whether each request gets a new connection; otherwise they share some, as in a browser. */
  lone = false

  constructor(origin: string) {
    this.origin = origin
  }

  async send<Payload = unknown>(method: string, path: string, sending: Sending = {}): Promise<Answer<Payload>> {
    const { payload, raw, form, headers } = sending
    const hasBody = payload !== undefined || raw !== undefined
    const sent: Record<string, string | undefined> = {
      host: this.host,
      origin: this.host === undefined ? this.origin : `http://${this.host}`,
      appid: 'chmmbr',
      cookie:
        this.cookies.size > 0 ? [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') : undefined,
      authorization: this.bearer === undefined ? undefined : `Bearer ${this.bearer}`,
      connection: this.lone ? 'close' : undefined,
      'content-type': hasBody ? 'application/json' : form && 'application/x-www-form-urlencoded',
      ...headers,
    }
    const body = hasBody ? (raw ?? JSON.stringify({ payload })) : form && new URLSearchParams(form).toString()
    const response = await exchange(new URL(this.origin + path), method, sent, body)
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const text = response.bytes.toString('utf8')
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    const parsed = isJson && text !== '' ? JSON.parse(text) : { payload: text }
    return { status: response.status, headers: response.headers, body: parsed, bytes: response.bytes }
  }

  /** Another browser with the same cookies and token, for the same server or one that was restarted. */
  copy(origin = this.origin): Client {
    const copy = new Client(origin)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    copy.bearer = this.bearer
    copy.host = this.host
    copy.lone = this.lone
    return copy
  }

  get<Payload = unknown>(path: string, sending: Sending = {}): Promise<Answer<Payload>> {
    return this.send<Payload>('GET', path, sending)
  }

  signIn(loginId: string, password = 'Welcome1!'): Promise<Answer> {
    return this.send('POST', '/rbsmbl/x-services/userauth/v1/login', {
      payload: {},
      headers: { authorization: basic(loginId, password) },
    })
  }

  /** Exchanges the refresh cookie for an access token, as the page does. */
  async takeToken(): Promise<Answer> {
    const answer = await this.send('POST', '/api/oauth/token', {
      form: { grant_type: 'refresh_token', client_id: 'portico-web' },
    })
    this.bearer = (answer.body as unknown as { access_token?: string }).access_token
    return answer
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

const agent = new Agent({ keepAlive: true })

/** One request with exactly the given headers: `fetch` would not allow a Host header. */
function exchange(
  url: URL,
  method: string,
  headers: Record<string, string | undefined>,
  body: string | Buffer | undefined,
): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    // Node itself sends no length for a DELETE with a body.
    const length = body === undefined ? undefined : String(Buffer.byteLength(body))
    const all = { 'content-length': length, ...headers }
    const lone = headers.connection === 'close'
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const outgoing = request(
      url,
      { method, headers: given as Record<string, string>, agent: lone ? false : agent },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const received = new Headers()
          for (const [name, values = []] of Object.entries(incoming.headersDistinct))
            for (const value of values) received.append(name, value)
          resolve({ status: incoming.statusCode ?? 0, headers: received, bytes: Buffer.concat(chunks) })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** The error codes of a failed answer. */
export function listErrorCodes(answer: Answer): string[] {
  return (answer.body.errors ?? []).map(({ errorMessage }) => errorMessage)
}

/** The status, and the field and code of each error. */
export function listErrors({ status, body }: Answer): (number | string)[] {
  return [status, ...(body.errors ?? []).map(({ field, errorMessage }) => `${field} ${errorMessage}`)]
}

/** A client signed in as someone, with the demo's password by default. */
export async function signInClient(origin: string, loginId: string, password?: string): Promise<Client> {
  const client = new Client(origin)
  const { status } = await client.signIn(loginId, password)
  if (status !== 200) throw new Error(`The sign-in of ${loginId} was answered with ${status}.`)
  return client
}

/** A member's browser, signed in and with an access token. */
export async function memberClient(origin: string, loginId: string): Promise<Client> {
  const client = await signInClient(origin, loginId)
  await client.takeToken()
  return client
}
