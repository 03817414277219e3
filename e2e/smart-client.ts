import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { ask, buildOrigin } from './support.ts'

const build = join(
  dirname(createRequire(import.meta.url).resolve('fhirclient/package.json')),
  'build/fhir-client.min.js',
)
const frame = (script: string) =>
  `<!doctype html><html lang="en"><title>Year in Numbers</title><link rel="icon" href="data:,"><h1>Loading</h1><script src="/fhir-client.js"></script><script>${script}</script></html>`

/** A third-party app: two pages with `fhirclient`'s build for pages, as its documentation writes them; registered with a brand. */
export async function startSmartApp(brand: string, name: string) {
  const origin = buildOrigin(brand)
  const state = { clientId: '' }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isScript = pathname === '/fhir-client.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    const options = {
      clientId: state.clientId,
      scope: 'launch launch/patient openid fhirUser patient/*.rs',
      redirectUri: '/callback',
    }
    if (isScript) response.end(readFileSync(build))
    else if (pathname === '/launch') response.end(frame(`FHIR.oauth2.authorize(${JSON.stringify(options)})`))
    else
      response.end(
        frame(`FHIR.oauth2.ready().then(async (client) => {
          const { name, id } = await client.patient.read()
          const claims = await client.patient.request('ExplanationOfBenefit?_count=5', { pageLimit: 2, flat: true })
          document.querySelector('h1').textContent = name[0].family + ': ' + claims.length + ' claims'
          document.body.dataset.patient = client.user.fhirUser.endsWith('/' + id) && id === client.patient.id
        }).catch((error) => { document.querySelector('h1').textContent = String(error) })`),
      )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { body } = await ask({
    origin,
    path: `/connect/${brand}/apps`,
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: own },
    body: JSON.stringify({
      client_name: name,
      contacts: ['dev@app.example'],
      redirect_uris: [`${own}/callback`],
      initiate_login_uri: `${own}/launch`,
      token_endpoint_auth_method: 'none',
    }),
  })
  state.clientId = JSON.parse(body).client_id
  return {
    /** The address that starts the app without a launch from the portal. */
    address: `${own}/launch?iss=${encodeURIComponent(`${origin}/fhir/${brand}/r4`)}`,
    [Symbol.dispose]: () => server.close(),
  }
}
