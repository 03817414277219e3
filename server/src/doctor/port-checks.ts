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
  const { ok, fail, warn } = findingsAbout('pharmacy')
  if (pharmacy === null)
    return ok(
      demo
        ? 'The demo asks a sandbox for refills.'
        : 'Refills cannot be asked for: PHARMACY_URL and PHARMACY_SECRET are not set.',
    )
  try {
    const answer = await fetch(pharmacy.url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMs),
    })
    await answer.body?.cancel()
    if (answer.status >= 300 && answer.status < 400)
      return fail(`PHARMACY_URL leads on to another address (${answer.status}), and requests are not sent there.`)
    if (answer.status >= 500) return warn(`PHARMACY_URL answers ${answer.status}: requests wait until it takes them.`)
    return ok('PHARMACY_URL answers. Requests and notices are signed with PHARMACY_SECRET.')
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return fail(`PHARMACY_URL does not answer (${readErrorCode(cause ?? error)}): requests wait until it does.`)
  }
}
