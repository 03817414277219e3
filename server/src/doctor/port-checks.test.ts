import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StripeServer, startStripeServer } from '../../test/stripe-server.ts'
import { checkPayments, checkPharmacy, checkUtilization } from './port-checks.ts'

const secretKey = 'sk_test_of_the_doctor'
const stripe = { secretKey, webhookSecret: 'whsec_of_the_doctor' }
const plain = { production: false, demo: false }
const nowhere = new URL('http://127.0.0.1:9')
let api: StripeServer
let pharmacyUrl: string
let answers = 405
const asked: string[] = []
const pharmacy = createServer((request, response) => {
  asked.push(request.method ?? '')
  response.writeHead(answers, { location: 'https://elsewhere.example/' }).end()
})
beforeAll(async () => {
  api = await startStripeServer(secretKey)
  await new Promise<void>((resolve) => pharmacy.listen(0, '127.0.0.1', resolve))
  pharmacyUrl = `http://127.0.0.1:${(pharmacy.address() as AddressInfo).port}/orders`
})
afterAll(async () => {
  await api?.close()
  pharmacy.closeAllConnections()
  pharmacy.close()
})

test('AD-6 MP-19 the doctor says whether Stripe takes the key, and no word of the key itself', async () => {
  expect(await checkPayments({ ...plain, stripe }, api.url)).toMatchObject({ state: 'OK', about: 'payments' })
  expect(api.refused).toEqual([])
  expect(api.sessions).toEqual([])
  const real = { ...plain, production: true }
  const test = await checkPayments({ ...real, stripe }, api.url)
  expect([test.state, test.text]).toEqual(['WARN', expect.stringContaining('no money moves')])
  const wrong = await checkPayments({ ...real, stripe: { ...stripe, secretKey: 'sk_live_wrong' } }, api.url)
  expect([wrong.state, wrong.text]).toEqual(['FAIL', expect.stringContaining('refuses STRIPE_SECRET_KEY')])
  expect(wrong.text).not.toContain('sk_live')
  const away = await checkPayments({ ...real, stripe }, nowhere)
  expect([away.state, away.text]).toEqual(['FAIL', expect.stringContaining('does not answer')])
  expect(await checkPayments({ ...real, stripe: null })).toMatchObject({ state: 'OK' })
})

test('AD-6 MP-16 the doctor says whether the pharmacy is reached, and asks it for nothing', async () => {
  const secret = 's'.repeat(32)
  const check = (url = pharmacyUrl) => checkPharmacy({ demo: false, pharmacy: { url, secret } })
  expect(await check()).toMatchObject({ state: 'OK', about: 'pharmacy' })
  answers = 503
  expect(await check()).toMatchObject({ state: 'WARN', text: expect.stringContaining('503') })
  answers = 301
  expect(await check()).toMatchObject({ state: 'FAIL', text: expect.stringContaining('leads on') })
  expect(asked).toEqual(['HEAD', 'HEAD', 'HEAD'])
  expect(await check(nowhere.href)).toMatchObject({ state: 'FAIL', text: expect.stringContaining('does not answer') })
  expect(await checkPharmacy({ demo: false, pharmacy: null })).toMatchObject({ state: 'OK' })
})

test('AD-6 OS-56 the doctor says whether the utilization system is reached, and asks it for nothing', async () => {
  const utilization = { url: pharmacyUrl, secret: 's'.repeat(32) }
  answers = 405
  asked.length = 0
  expect(await checkUtilization({ utilization })).toMatchObject({ state: 'OK', about: 'approvals' })
  answers = 502
  expect(await checkUtilization({ utilization })).toMatchObject({ state: 'WARN' })
  expect(asked).toEqual(['HEAD', 'HEAD'])
  const away = await checkUtilization({ utilization: { ...utilization, url: nowhere.href } })
  expect(away).toMatchObject({ state: 'FAIL', text: expect.stringContaining('UTILIZATION_URL does not answer') })
  expect(await checkUtilization({ utilization: null })).toMatchObject({ state: 'OK' })
})
