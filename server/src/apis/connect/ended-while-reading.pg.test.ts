import { endConnectedApp, listConnectedApps } from '@portico/contract/calls/apps'
import { valuesAt } from '@portico/rules/fhir/json'
import { beforeAll, expect, test } from 'vitest'
import { addApp, agree, authorizeAddress, begin, redirectUri, verifier } from '../../../test/apps.ts'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
let member: Client
beforeAll(async () => {
  member = await signInClient(portal.origin, 'MEMBER01')
  await addApp(portal.database, 'app')
})

test('OS-24 OS-39 a grant that ends while its pages are read: the next page, and every other call, is refused at once', async () => {
  const code =
    (await agree(member, await begin(member, authorizeAddress(portal.origin, 'app')))).searchParams.get('code') ?? ''
  const form = {
    grant_type: 'authorization_code',
    client_id: 'app',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  const answer = await fetch(`${portal.origin}/connect/hmbcbs/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { access_token: token, patient } = (await answer.json()) as Readonly<Record<string, string>>
  const read = async (address: string) => {
    const one = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    return { status: one.status, body: await one.json() }
  }
  const base = `${portal.origin}/fhir/hmbcbs/r4`
  const { body } = await read(`${base}/ExplanationOfBenefit?_count=1`)
  const next = valuesAt(body, 'link').flatMap((one) =>
    valuesAt(one, 'relation')[0] === 'next' ? valuesAt(one, 'url') : [],
  )[0]
  expect((await read(String(next))).status).toBe(200)
  const [grant] = (await make(member, listConnectedApps, {})).body.payload.apps
  await make(member, endConnectedApp, { params: { grantId: grant?.grantId ?? '' } })
  for (const address of [next, `${base}/Patient/${patient}`, `${base}/ExplanationOfBenefit`, `${base}/AuditEvent`])
    expect(await read(String(address))).toMatchObject({ status: 401, body: { resourceType: 'OperationOutcome' } })
})
