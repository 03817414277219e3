import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'

/**
 * A small identity provider for trying connections (OS-60): it knows four employees, one of whom is in too many groups to send, and an agent, and asks for no password.
 * `npm run example:idp [where people come back, from the connection's card]`
 */
const [redirectUri = 'http://localhost:8080/sso/ID-OF-THE-CONNECTION/answer'] = process.argv.slice(2)
const port = Number(process.env.EXAMPLE_PORT ?? 8091)
const issuer = `http://localhost:${port}`
const client = { id: 'portico', secret: 'example-secret' }

const people = [
  { sub: 'employee-1', preferred_username: 'dana', name: 'Dana Reyes', groups: ['Service desk'] },
  { sub: 'employee-2', preferred_username: 'luis', name: 'Luis Ortega', groups: ['Service desk', 'Supervisors'] },
  { sub: 'employee-3', preferred_username: 'mei', name: 'Mei Chen', groups: [] },
  // In more groups than it sends, like many people of Microsoft Entra ID.
  {
    ...{ sub: 'employee-4', preferred_username: 'kim', name: 'Kim Park' },
    _claim_names: { groups: 'elsewhere' },
    _claim_sources: { elsewhere: { endpoint: `${issuer}/groups/kim` } },
  },
  { sub: 'agent-1', preferred_username: 'agent-7', name: 'Sam Field', groups: ['Agency'] },
]

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [redirectUri],
      // The address that people return to after signing out there.
      post_logout_redirect_uris: [`${new URL(redirectUri).origin}/login/`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  claims: { openid: ['sub', 'acr', 'amr', 'sid'], profile: ['preferred_username', 'name', 'groups'] },
  scopes: ['openid', 'profile', 'email'],
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  cookies: { keys: ['an example keeps no secrets'] },
  findAccount: async (_ctx, sub) => {
    const person = people.find((one) => one.sub === sub)
    return person && { accountId: sub, claims: async () => person }
  },
  interactions: { url: (_ctx, { uid }) => `/choose/${uid}` },
})
const answerByProtocol = provider.callback()

createServer(async (request, response) => {
  const address = new URL(request.url ?? '/', issuer)
  if (!address.pathname.startsWith('/choose/')) return answerByProtocol(request, response)
  try {
    await choose(address, request, response)
  } catch {
    response.writeHead(400).end('This sign-in is over. Begin again.')
  }
}).listen(port, 'localhost', () => {
  process.stdout.write(`Issuer: ${issuer}\nClient ID: ${client.id}\nClient secret: ${client.secret}\n`)
  process.stdout.write(
    `First claim: preferred_username\nGroups: groups\nSecond factor: mfa\nPeople come back to: ${redirectUri}\n`,
  )
})

/** Lets a visitor choose who they are, and consents to the portal's request. */
async function choose(address: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (prompt.name === 'consent') {
    const grant = new provider.Grant({ accountId: String(session?.accountId), clientId: String(params.client_id) })
    grant.addOIDCScope('openid profile email')
    const consent = { grantId: await grant.save() }
    return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
  }
  const chosen = people.find(({ sub }) => sub === address.searchParams.get('sub'))
  if (chosen !== undefined) {
    const amr = address.searchParams.get('factor') === 'two' ? ['pwd', 'mfa'] : ['pwd']
    return provider.interactionFinished(request, response, { login: { accountId: chosen.sub, amr } })
  }
  const links = people.flatMap(({ sub, name }) =>
    (['two', 'one'] as const).map(
      (factor) =>
        `<li><a href="?sub=${sub}&amp;factor=${factor}">${name}, with ${factor === 'two' ? 'two factors' : 'one factor'}</a></li>`,
    ),
  )
  response
    .setHeader('content-type', 'text/html; charset=utf-8')
    .end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Example provider</title><h1>Who are you?</h1><ul>${links.join('')}</ul>`,
    )
}
