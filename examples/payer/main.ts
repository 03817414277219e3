import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Another plan (OS-55): a second portal with the same people, which the first one can ask for its members' records. It registers the first
 * portal there as a system, and says what to enter in the first. `npm run example:payer [address of the first portal] [brand]`
 */
const [portal = 'http://localhost:8080', brand = 'hmbcbs'] = process.argv.slice(2)
const port = Number(process.env.EXAMPLE_PORT ?? 8092)
const base = `http://localhost:${port}`
const root = resolve(import.meta.dirname, '../..')

const child = spawn(process.execPath, [join(root, 'server/src/main.mjs')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), 'portico-other-plan-')), DEMO: '1' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
process.once('SIGINT', () => child.kill('SIGTERM'))
process.once('SIGTERM', () => child.kill('SIGTERM'))

await waitUntilUp()
const keys = await fetch(`${portal}/connect/${brand}/keys`).then(
  (answer) => answer.json() as Promise<{ keys: object[] }>,
)
const clientId = await register()
process.stdout.write(`Another plan is at ${base}. In the first portal, sign in as ADMIN001 and enter under
Administration, Apps, Other plans:

  Name of the plan              Other Plan
  Address of its FHIR server    ${base}/fhir/${brand}/r4
  Our client ID there           ${clientId}
  Our number there              1982947230

Then sign in as MEMBER01, choose it under Account settings, Sharing, with the member ID of their card, and come back a minute later.
`)

/** Registers the first portal, and returns its client ID here. A server that has just started may be too busy for a moment. */
async function register(): Promise<string> {
  const answer = await fetch(`${base}/connect/${brand}/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ client_name: 'The first portal', organization: 'The first plan', organization_type: 'payer' },
      ...{ npis: ['1982947230'], contacts: ['example@portico.example'], grant_types: ['client_credentials'] },
      ...{ token_endpoint_auth_method: 'private_key_jwt', jwks: keys },
    }),
  })
  if (answer.status === 503) {
    await sleep(1_000)
    return register()
  }
  const said = (await answer.json()) as { readonly client_id?: string }
  if (said.client_id === undefined)
    throw new Error(`The other plan did not register the first portal: ${JSON.stringify(said)}`)
  return said.client_id
}

async function waitUntilUp(): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The other plan ended at its start.')
    const isUp = await fetch(`${base}/fhir/brands`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await sleep(200)
  }
}
