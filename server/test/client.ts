import type { Envelope, ErrorEnvelope } from '@portico/contract/envelope'

/** What a call answered. `body` is the parsed JSON, whatever its shape. */
export interface Answer<Payload = never> {
  readonly status: number
  readonly headers: Headers
  readonly body: Envelope<Payload> & Partial<ErrorEnvelope>
}

interface Sending {
  readonly payload?: unknown
  /** Raw body instead of a payload. */
  readonly raw?: string
  readonly form?: Record<string, string>
  readonly headers?: Record<string, string>
}

/** A browser of sorts: it keeps cookies, names its Origin and sends an appid. */
export class Client {
  readonly origin: string
  readonly cookies = new Map<string, string>()
  bearer: string | undefined

  constructor(origin: string) {
    this.origin = origin
  }

  async send<Payload = never>(method: string, path: string, sending: Sending = {}): Promise<Answer<Payload>> {
    const { payload, raw, form, headers } = sending
    const hasBody = payload !== undefined || raw !== undefined
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.origin,
        appid: 'chmmbr',
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(this.bearer !== undefined && { authorization: `Bearer ${this.bearer}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(hasBody && { body: raw ?? JSON.stringify({ payload }) }),
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const text = await response.text()
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { payload: text } }
  }

  get<Payload = never>(path: string, sending: Sending = {}): Promise<Answer<Payload>> {
    return this.send<Payload>('GET', path, sending)
  }

  signIn(loginId: string, password = 'Welcome1!'): Promise<Answer> {
    return this.send('POST', '/rbsmbl/x-services/userauth/v1/login', {
      payload: {},
      headers: { authorization: basic(loginId, password) },
    })
  }

  /** Trades the refresh cookie for an access token, as the page does. */
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

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** Codes of an answer that failed. */
export function codesOf(answer: { readonly body: Partial<ErrorEnvelope> }): string[] {
  return (answer.body.errors ?? []).map(({ errorMessage }) => errorMessage)
}

/** A member's browser, signed in and with an access token. */
export async function memberClient(origin: string, loginId: string): Promise<Client> {
  const client = new Client(origin)
  await client.signIn(loginId)
  await client.takeToken()
  return client
}
