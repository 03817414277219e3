import { createServer, type IncomingMessage } from 'node:http'
import * as oauth from 'oauth4webapi'

/**
 * A small SMART app (OS-36), which uses the portal as any third party would: it registers itself, sends a member to their plan, and draws
 * the cost of their care this year. `npm run example:app [address of a plan's FHIR server]`
 */
const [fhirBase = 'http://localhost:8080/fhir/hmbcbs/r4'] = process.argv.slice(2)
const port = Number(process.env.EXAMPLE_PORT ?? 8090)
const redirectUri = `http://localhost:${port}/callback`
const overHttp = { [oauth.allowInsecureRequests]: fhirBase.startsWith('http:') }

interface Visit {
  readonly verifier: string
  readonly state: string
}

const server = await discover()
const client = await registerItself()
/** People on their way to the plan, by the state that comes back with them. */
const visits = new Map<string, Visit>()

createServer(async (request, response) => {
  try {
    const address = new URL(request.url ?? '/', `http://localhost:${port}`)
    if (address.pathname === '/callback') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(await drawYear(address, request))
    } else if (address.pathname === '/connect') {
      const { to, state } = await leave()
      response.writeHead(303, { location: to, 'set-cookie': `state=${state}; HttpOnly; SameSite=Lax; Path=/` }).end()
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page('<p>See what your care cost this year.</p><p><a href="/connect">Connect your plan</a></p>'))
    }
  } catch (error) {
    response.statusCode = 400
    response.end(page(`<p>That did not work: ${escapeHtml(error instanceof Error ? error.message : 'unknown')}</p>`))
  }
}).listen(port, () => process.stdout.write(`The example app is at http://localhost:${port}\n`))

async function discover(): Promise<oauth.AuthorizationServer> {
  const answer = await fetch(`${fhirBase}/.well-known/smart-configuration`)
  const { issuer } = (await answer.json()) as { readonly issuer: string }
  const found = await oauth.discoveryRequest(new URL(issuer), overHttp)
  return oauth.processDiscoveryResponse(new URL(issuer), found)
}

async function registerItself(): Promise<oauth.Client> {
  const answer = await oauth.dynamicClientRegistrationRequest(
    server,
    {
      client_name: 'Year in Numbers',
      organization: 'Portico example',
      contacts: ['example@portico.example'],
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      attestation: { sells: false, keepsMonths: 0, deletes: true, hipaa: false },
    },
    overHttp,
  )
  const { client_id } = await oauth.processDynamicClientRegistrationResponse(answer)
  return { client_id }
}

async function leave(): Promise<{ readonly to: string; readonly state: string }> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  if (visits.size > 1000) visits.clear()
  visits.set(state, { verifier, state })
  const asked = {
    ...{ client_id: client.client_id, response_type: 'code', redirect_uri: redirectUri, state, aud: fhirBase },
    scope: 'openid fhirUser launch/patient patient/ExplanationOfBenefit.rs patient/Patient.rs',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  return { to: `${server.authorization_endpoint}?${new URLSearchParams(asked)}`, state }
}

async function drawYear(address: URL, request: IncomingMessage): Promise<string> {
  const state = /(?:^|; )state=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const visit = visits.get(state)
  if (visit === undefined) throw new Error('this visit began in another browser, or long ago')
  visits.delete(state)
  const callback = oauth.validateAuthResponse(server, client, address, visit.state)
  const none = oauth.None()
  const traded = await oauth.authorizationCodeGrantRequest(
    ...([server, client, none, callback, redirectUri, visit.verifier, overHttp] as const),
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, traded)
  return page(bars(await readCosts(tokens.access_token, String(tokens.patient))))
}

interface Claim {
  readonly billablePeriod?: { readonly start?: string }
  readonly payment?: { readonly amount?: { readonly value?: number } }
  readonly total?: readonly { readonly amount?: { readonly value?: number } }[]
}

interface Bundle {
  readonly link?: readonly { readonly relation: string; readonly url: string }[]
  readonly entry?: readonly { readonly resource?: Claim }[]
}

/** The largest total of each claim, by the month in which its care began. */
async function readCosts(token: string, patient: string): Promise<ReadonlyMap<string, number>> {
  const months = new Map<string, number>()
  let next: string | undefined = `${fhirBase}/ExplanationOfBenefit?patient=${patient}&_count=50`
  while (next !== undefined) {
    const answer: Response = await fetch(next, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`the plan answers ${answer.status}`)
    const bundle = (await answer.json()) as Bundle
    for (const { resource } of bundle.entry ?? []) {
      const month = resource?.billablePeriod?.start?.slice(0, 7)
      const amounts = (resource?.total ?? []).map(({ amount }) => amount?.value ?? 0)
      if (month !== undefined) months.set(month, (months.get(month) ?? 0) + Math.max(0, ...amounts))
    }
    next = bundle.link?.find(({ relation }) => relation === 'next')?.url
  }
  return months
}

function bars(months: ReadonlyMap<string, number>): string {
  const most = Math.max(1, ...months.values())
  const rows = [...months]
    .sort()
    .map(
      ([month, cost]) =>
        `<tr><th>${escapeHtml(month)}</th><td><meter max="${most}" value="${cost}"></meter></td><td>$${cost.toFixed(2)}</td></tr>`,
    )
  return `<table>${rows.join('') || '<tr><td>The plan has no claims.</td></tr>'}</table>`
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Year in Numbers</title><h1>Year in Numbers</h1>${body}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
