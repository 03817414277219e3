import { afterAll, beforeAll, expect, test } from 'vitest'
import { askForLogout, createSigner, respondValueByValue, type SamlSigner } from '../../../test/saml-provider.ts'
import { createJobThreads } from '../../platform/threads/job-threads.ts'
import { SignOnFailure } from './protocol.ts'
import { finishSaml, readLogoutRequest, readUnasked, type SamlClient } from './saml.ts'
import {
  createSamlChecks,
  type SamlChecked,
  type SamlChecks,
  type SamlJob,
  samlBounds,
  samlThread,
} from './saml-checks.ts'

const entityId = 'https://login.plan.example/saml'
const state = '_a-request-of-this-test'
const threads = createJobThreads<SamlJob, SamlChecked>(samlThread, 1)
const checks = createSamlChecks(threads)
let client: SamlClient
let signer: SamlSigner
let stranger: SamlSigner

beforeAll(async () => {
  ;[signer, stranger] = [await createSigner(), await createSigner()]
  client = {
    settings: {
      ...{ kind: 'saml', nameClaim: 'uid', groupsClaim: 'groups', trustsFactor: false, factorValues: [] },
      ...{ entityId, signInUrl: 'https://login.plan.example/sso', certificates: [signer.base64] },
      signOutUrl: 'https://login.plan.example/logout',
    },
    answerAt: 'https://portal.example/sso/1/answer',
    entityId: 'https://portal.example/sso/1',
    logout: 'https://portal.example/sso/1/logout',
    signer,
  }
})
afterAll(() => threads.close())

type Given = Parameters<typeof respondValueByValue>[0]

function respond(groups: number, other: Partial<Given> = {}): string {
  const usual = { signer, entityId, audience: client.entityId, recipient: client.answerAt, inResponseTo: state }
  const attributes = [['uid', 'agent-7'], ...Array.from({ length: groups }, (_, at) => ['groups', `group ${at}`])]
  return respondValueByValue({ ...usual, subject: 'p-7', attributes: attributes as [string, string][], ...other })
}

function askToEnd(sessions: number, other: Partial<Parameters<typeof askForLogout>[0]> = {}) {
  const names = Array.from({ length: sessions }, (_, at) => `_session-${at}`)
  const usual = { signer, entityId, destination: client.logout, subject: 'p-7', sessions: names }
  return { request: askForLogout({ ...usual, ...other }), relayState: 'r' }
}

/** What a check returned, or how it failed; the answer to a sign-out names an id and a moment of its own. */
async function tell(checking: Promise<object>): Promise<unknown> {
  try {
    const found = await checking
    return 'back' in found ? { ...found, back: typeof found.back } : found
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error
    return [error.outcome, error.detail]
  }
}

const few = 3
const many = 300
const tooMany = 1_300

test.each([few, many, tooMany])('OS-63 an answer with %d groups is checked alike in a thread', async (groups) => {
  const valid = respond(groups)
  const late = new Date(Date.now() - 900_000)
  const answers = {
    valid,
    forged: respond(groups, { signer: stranger }),
    late: respond(groups, { until: late }),
    'for someone else': respond(groups, { audience: 'https://other.example' }),
    'of another sign-in': respond(groups, { inResponseTo: '_another-request-of-this-test' }),
    changed: Buffer.from(Buffer.from(valid, 'base64').toString().replace('agent-7', 'agent-8')).toString('base64'),
    'not XML': Buffer.from(`<Response>${'<a>'.repeat(groups)}`).toString('base64'),
  }
  const read = async (check: (answer: string) => Promise<object>) =>
    Object.fromEntries(
      await Promise.all(Object.entries(answers).map(async ([name, answer]) => [name, await tell(check(answer))])),
    )
  const here = await read((answer) => finishSaml(client, answer, state))
  expect(await read((answer) => checks.finish(client, answer, state))).toEqual(here)
  if (groups !== tooMany)
    expect(here).toMatchObject({
      valid: { subject: 'p-7' },
      forged: ['answer-invalid', 'signature'],
      late: ['answer-late', 'times of the assertion'],
      'for someone else': ['answer-invalid', 'audience'],
      'of another sign-in': ['answer-invalid', 'InResponseTo'],
      changed: ['answer-invalid', 'signature'],
    })
  const unasked = respond(groups, { inResponseTo: '' })
  expect(await tell(checks.readUnasked(client, unasked))).toEqual(await tell(readUnasked(client, unasked)))
})

test.each([1, many])('OS-63 a request to end %d sessions is checked alike in a thread', async (sessions) => {
  const requests = {
    valid: askToEnd(sessions),
    forged: askToEnd(sessions, { signer: stranger }),
    late: askToEnd(sessions, { at: new Date(Date.now() - 900_000) }),
    elsewhere: askToEnd(sessions, { destination: 'https://other.example' }),
  }
  for (const form of Object.values(requests))
    expect(await tell(checks.readLogoutRequest(client, form))).toEqual(await tell(readLogoutRequest(client, form)))
})

test('OS-63 only so many large messages wait for their turn, and their places are free again afterwards', async () => {
  const queue = createJobThreads<SamlJob, SamlChecked>(samlThread, 1, { ...samlBounds, mostWaiting: 2 })
  const bounded = createSamlChecks(queue)
  const answer = respond(many)
  const ask = () =>
    bounded.finish(client, answer, state).then(
      ({ subject }) => subject,
      ({ code, retryAfterS }) => [code, retryAfterS],
    )
  const full = ['UNAVAILABLE', 60]
  expect(await Promise.all(Array.from({ length: 5 }, ask))).toEqual(['p-7', 'p-7', 'p-7', full, full])
  expect(await Promise.all(Array.from({ length: 3 }, ask))).toEqual(['p-7', 'p-7', 'p-7'])
  await queue.close()
})

/** Processor time of this thread, in microseconds. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

test('OS-63 a large forged answer or request leaves the thread that answers calls free', async () => {
  const answer = respond(1_100, { signer: stranger })
  const form = askToEnd(2_300, { signer: stranger })
  const works = [
    (at: SamlChecks) => tell(at.finish(client, answer, state)),
    (at: SamlChecks) => tell(at.readUnasked(client, answer)),
    (at: SamlChecks) => tell(at.readLogoutRequest(client, form)),
  ]
  const inPlace = { finish: finishSaml, readUnasked, readLogoutRequest }
  for (const work of works) {
    const here = await measure(() => work(inPlace))
    // Starts the thread, and loads the library there.
    await work(checks)
    expect(await measure(() => work(checks))).toBeLessThan(here / 10)
  }
})

test('OS-63 a few elements of many attributes are checked in the thread, too', async () => {
  const attributes = Array.from({ length: 12_000 }, (_, at) => `b${at}="1"`).join(' ')
  const answer = Buffer.from(`<Response><a ${attributes}/></Response>`).toString('base64')
  const here = await measure(() => tell(finishSaml(client, answer, state)))
  await tell(checks.finish(client, answer, state))
  expect(await measure(() => tell(checks.finish(client, answer, state)))).toBeLessThan(here / 2)
})
