import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'

/** Someone at the plan's provider, with what it says about them. */
export interface ProviderPerson {
  readonly sub: string
  readonly [claim: string]: unknown
}

export interface IdentityProvider {
  readonly issuer: string
  /** Begins anew with other keys. */
  rotateKeys(): Promise<void>
  /** Leads people back to another address, as its administrator may say. */
  redirectTo(uri: string): Promise<void>
  /** Answers in this provider's place; null: as usual. */
  interceptWith:
    | ((path: string) => { readonly status: number; readonly body: string; readonly wait?: number } | null)
    | null
  /** Signs in at the provider as someone, like a browser that follows its redirects; returns where it is sent back to. */
  visit(
    address: string,
    person: ProviderPerson,
    also?: { readonly acr?: string; readonly amr?: readonly string[] },
  ): Promise<URL>
  close(): Promise<void>
}

/** A stranger of a provider: `oidc-provider` as it is, with one client. */
export async function startIdentityProvider(client: {
  readonly clientId: string
  readonly secret: string
  readonly redirectUri: string
}): Promise<IdentityProvider> {
  const people = new Map<string, ProviderPerson>()
  let { redirectUri } = client
  let answer: Provider['callback'] extends () => infer Answer ? Answer : never
  let intercept: IdentityProvider['interceptWith'] = null
  const server: Server = createServer(async (request, response) => {
    const other = intercept?.(request.url ?? '') ?? null
    if (other === null) return answer(request, response)
    await new Promise((resolve) => setTimeout(resolve, other.wait ?? 0).unref())
    response.writeHead(other.status, { 'content-type': 'application/json' }).end(other.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let provider = await create()
  answer = provider.callback()

  async function create(): Promise<Provider> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), kid: `key-${Date.now()}`, use: 'sig', alg: 'RS256' }
    const configuration: Configuration = {
      jwks: { keys: [jwk] } as never,
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.secret,
          redirect_uris: [redirectUri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      scopes: ['openid', 'profile', 'email'],
      claims: {
        openid: ['sub', 'acr', 'amr', 'sid'],
        profile: ['preferred_username', 'name', 'groups', 'hasgroups'],
        email: ['email', 'email_verified'],
      },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      cookies: { keys: ['test'] },
      findAccount: async (_ctx, sub) => ({
        accountId: sub,
        claims: async () => ({ ...people.get(sub), sub }),
      }),
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    }
    return new Provider(issuer, configuration)
  }

  const beginAnew = async () => {
    provider = await create()
    answer = provider.callback()
  }

  return {
    issuer,
    rotateKeys: beginAnew,
    redirectTo: (uri) => {
      redirectUri = uri
      return beginAnew()
    },
    get interceptWith() {
      return intercept
    },
    set interceptWith(next) {
      intercept = next
    },
    visit: async (address, person, also = {}) => {
      people.set(person.sub, person)
      const cookies = new Map<string, string>()
      let at = new URL(address)
      for (let step = 0; step < 12; step += 1) {
        if (at.origin !== issuer) return at
        const finishing = /^\/interaction\/([\w-]+)$/.exec(at.pathname)?.[1]
        if (finishing !== undefined) {
          at = await finish(finishing, person, also)
          continue
        }
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answered = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of answered.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = answered.headers.get('location')
        if (location === null) throw new Error(`The provider answers ${answered.status}: ${await answered.text()}`)
        at = new URL(location, at)
      }
      throw new Error('The provider leads in circles.')
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }

  /** What the provider's own sign-in and consent pages do. */
  async function finish(
    uid: string,
    person: ProviderPerson,
    { acr, amr }: { readonly acr?: string; readonly amr?: readonly string[] },
  ): Promise<URL> {
    const interaction = await provider.Interaction.find(uid)
    if (interaction === undefined) throw new Error('There is no such interaction.')
    if (interaction.prompt.name === 'login') {
      const login = { accountId: person.sub, ...(acr !== undefined && { acr }), ...(amr && { amr: [...amr] }) }
      interaction.result = { login }
    } else {
      const grant = new provider.Grant({ accountId: person.sub, clientId: client.clientId })
      grant.addOIDCScope('openid profile email')
      interaction.result = { consent: { grantId: await grant.save() } }
    }
    await interaction.persist()
    return new URL(interaction.returnTo)
  }
}
