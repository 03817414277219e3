import type { Config } from '../platform/config.ts'
import { GatewayError } from '../platform/gateway/port.ts'
import { createStripeGateway } from '../platform/gateway/stripe.ts'
import { type Finding, findingsAbout, readErrorCode } from './finding.ts'

const waitMs = 10_000

/** Reads Stripe's newest books with the key, which moves no money. `api`: another address than Stripe's, for tests. */
export async function checkPayments(
  { stripe, production, demo }: Pick<Config, 'stripe' | 'production' | 'demo'>,
  api: URL | null = null,
): Promise<Finding> {
  const { ok, warn, fail } = findingsAbout('payments')
  if (stripe === null)
    return ok(
      demo
        ? 'The demo takes payments through a sandbox that moves no money.'
        : 'Payments are off: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are not set.',
    )
  try {
    for await (const _ of createStripeGateway({ ...stripe, api }).books(new Date())) break
  } catch (error) {
    const refused = error instanceof GatewayError && error.kind === 'refused'
    return fail(
      refused
        ? 'Stripe refuses STRIPE_SECRET_KEY: is it whole and not revoked, and may it read Checkout Sessions and Payment Intents?'
        : 'Stripe does not answer: may this machine reach api.stripe.com? Until it does, payments wait.',
    )
  }
  const isTest = /^(sk|rk)_test_/.test(stripe.secretKey)
  if (production && isTest) return warn('Stripe takes STRIPE_SECRET_KEY, which is one for tests: no money moves.')
  return ok(
    'Stripe takes STRIPE_SECRET_KEY. Its notices count by STRIPE_WEBHOOK_SECRET, which must be that of the endpoint.',
  )
}

/** Sends the pharmacy's address an empty request, so that no refill is requested. */
export async function checkPharmacy({ pharmacy, demo }: Pick<Config, 'pharmacy' | 'demo'>): Promise<Finding> {
  const findings = findingsAbout('pharmacy')
  if (pharmacy === null)
    return findings.ok(
      demo
        ? 'The demo asks a sandbox for refills.'
        : 'Refills cannot be asked for: PHARMACY_URL and PHARMACY_SECRET are not set.',
    )
  return knock('PHARMACY', pharmacy.url, findings)
}

/** The same for the plan's utilization system (OS-56): nothing is asked to be approved. */
export async function checkUtilization({ utilization }: Pick<Config, 'utilization'>): Promise<Finding> {
  const findings = findingsAbout('approvals')
  if (utilization === null)
    return findings.ok('Requests for approval are not taken: UTILIZATION_URL and UTILIZATION_SECRET are not set.')
  return knock('UTILIZATION', utilization.url, findings)
}

async function knock(
  name: 'PHARMACY' | 'UTILIZATION',
  url: string,
  { ok, fail, warn }: ReturnType<typeof findingsAbout>,
): Promise<Finding> {
  try {
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(waitMs) })
    await answer.body?.cancel()
    if (answer.status >= 300 && answer.status < 400)
      return fail(`${name}_URL leads on to another address (${answer.status}), and requests are not sent there.`)
    if (answer.status >= 500) return warn(`${name}_URL answers ${answer.status}: requests wait until it takes them.`)
    return ok(`${name}_URL answers. Requests and notices are signed with ${name}_SECRET.`)
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return fail(`${name}_URL does not answer (${readErrorCode(cause ?? error)}): requests wait until it does.`)
  }
}
