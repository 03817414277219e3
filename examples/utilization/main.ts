import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/**
 * A small utilization system (OS-56), as a plan has one to decide what needs approval: it takes the portal's requests, decides some at once
 * and others some seconds later, and tells the portal by signed notices. `npm run example:utilization [address of the portal]`
 *
 * What is asked for decides: services that begin with 97 (therapy) are approved at once, with 15 (reconstruction) denied; whatever else needs a
 * look, and is then approved for half a year.
 */
const [portal = 'http://localhost:8080'] = process.argv.slice(2)
const port = Number(process.env.EXAMPLE_PORT ?? 8093)
const secret = process.env.UTILIZATION_SECRET ?? 'the secret of an example that keeps none'
const lookMs = Number(process.env.EXAMPLE_LOOK_MS ?? 10_000)
const maxBytes = 4 * 1024 * 1024

interface Claim {
  readonly resourceType: string
  readonly identifier?: readonly object[]
  readonly related?: readonly object[]
  readonly item?: readonly { readonly sequence?: number; readonly productOrService?: Concept }[]
}
interface Concept {
  readonly coding?: readonly { readonly code?: string }[]
}
interface Sent {
  readonly requestId: string
  readonly brand: string
  readonly bundle: { readonly entry: readonly { readonly resource: Claim }[] }
}
type Action = 'A1' | 'A3' | 'A4'

/** The state of each request, so that a request that comes twice gets the same answer. */
const known = new Map<string, string>()
let count = 0

createServer((request, response) => {
  const parts: Buffer[] = []
  let size = 0
  request.on('data', (part: Buffer) => {
    size += part.length
    if (size <= maxBytes) parts.push(part)
  })
  request.on('end', () => {
    const text = Buffer.concat(parts).toString()
    const { 'portico-sent-at': sentAt = '', 'portico-signature': signature = '' } = request.headers
    if (request.method !== 'POST') response.writeHead(405).end()
    else if (!isSigned(text, String(sentAt), String(signature))) response.writeHead(401).end()
    else response.writeHead(200, { 'content-type': 'application/fhir+json' }).end(take(JSON.parse(text)))
  })
}).listen(port, '127.0.0.1', () => {
  process.stdout.write(`A utilization system is at http://127.0.0.1:${port}/requests. Start the portal with

  UTILIZATION_URL=http://127.0.0.1:${port}/requests UTILIZATION_SECRET='${secret}' npm start

A system of a doctor's office then sends requests to /fhir/hmbcbs/r4/Claim/$submit (docs/apis.md).
`)
})

function take({ requestId, bundle }: Sent): string {
  const before = known.get(requestId)
  if (before !== undefined) return before
  const claim = bundle.entry.map(({ resource }) => resource).find(({ resourceType }) => resourceType === 'Claim')
  if (claim === undefined) return '{}'
  count += 1
  const about = { claim, id: randomUUID(), number: `UM-${String(count).padStart(5, '0')}` }
  const code = claim.item?.[0]?.productOrService?.coding?.[0]?.code ?? ''
  const action = code.startsWith('97') ? 'A1' : code.startsWith('15') ? 'A3' : 'A4'
  const answer = JSON.stringify(answerWith(action, about))
  known.set(requestId, answer)
  if (action === 'A4') setTimeout(() => void tell(requestId, answerWith('A1', about), 1), lookMs)
  return answer
}

/** A ClaimResponse of PAS. */
function answerWith(
  action: Action,
  { claim, id, number }: { readonly claim: Claim; readonly id: string; readonly number: string },
): object {
  const pas = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition'
  const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
  const review = {
    url: `${pas}/extension-reviewAction`,
    extension: [
      {
        url: `${pas}/extension-reviewActionCode`,
        valueCodeableConcept: { coding: [{ system: 'https://codesystem.x12.org/005010/306', code: action }] },
      },
    ],
  }
  return {
    ...{ resourceType: 'ClaimResponse', id, meta: { lastUpdated: new Date().toISOString() }, status: 'active' },
    ...{ identifier: [{ value: number }], use: 'preauthorization', created: new Date().toISOString() },
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'professional' }] },
    outcome: action === 'A4' ? 'queued' : 'complete',
    ...(action === 'A1' && { preAuthRef: number, preAuthPeriod: { start: day(0), end: day(180) } }),
    ...(action === 'A3' && { processNote: [{ text: 'This service is not covered by the plan.' }] }),
    item: (claim.item ?? []).map(({ sequence = 1 }) => ({
      itemSequence: sequence,
      adjudication: [
        {
          extension: [review],
          category: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/adjudication', code: 'submitted' }] },
        },
      ],
    })),
  }
}

/** Sends a decision to the portal, again and again until the portal has it. */
async function tell(requestId: string, response: object, sequence: number): Promise<void> {
  for (let tried = 0; tried < 20; tried += 1) {
    const text = JSON.stringify({ requestId, sequence, response })
    const sentAt = new Date().toISOString()
    const headers = { 'content-type': 'application/json', 'portico-sent-at': sentAt }
    const signature = sign(text, sentAt)
    const address = `${portal}/hooks/authorizations`
    const told = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'portico-signature': signature },
      body: text,
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (told) return
    await new Promise((wait) => setTimeout(wait, 3_000))
  }
}

function sign(text: string, sentAt: string): string {
  return createHmac('sha256', secret).update(`${sentAt}.${text}`).digest('hex')
}

function isSigned(text: string, sentAt: string, signature: string): boolean {
  const [given, wanted] = [Buffer.from(signature, 'hex'), Buffer.from(sign(text, sentAt), 'hex')]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
