import { calls } from '@portico/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')
beforeAll(async () => {
  const row = (application: string, brand: string, key: string, value: boolean | string, secure = false) => ({
    application,
    brand,
    key,
    config_group: application === 'HELP' ? 'TEXTS' : null,
    boolean_value: typeof value === 'boolean' ? value : null,
    string_value: typeof value === 'string' ? value : null,
    secure,
  })
  await portal.database.read
    .insertInto('app_config')
    .values([
      row('SHOP', 'ALL', 'CART', true),
      row('SHOP', 'WYBCBS', 'CART', false),
      row('SHOP', 'IDH', 'IDAHO_ONLY', 'yes'),
      row('ALL', 'ALL', 'TIMEOUT', '90000'),
      row('ALL', 'ALL', 'BANNER', 'general'),
      row('SHOP', 'ALL', 'BANNER', 'of the shop'),
      row('HELP', 'ALL', 'PHONE', '711'),
      row('SHOP', 'ALL', 'SECRET', 'hush', true),
    ])
    .execute()
})

const list = async (application: string, brand: string) => {
  const { status, body } = await make(new Client(portal.origin), calls.publicConfig, { params: { application, brand } })
  expect(status).toBe(200)
  return Object.fromEntries(body.payload.configs.map((one) => [one.key, one.booleanValue ?? one.stringValue]))
}

describe('CT-3 application configuration', () => {
  test('CT-3 a list has what applies to every brand and application, and more specific entries win', async () => {
    const ofShop = { CART: true, TIMEOUT: '90000', BANNER: 'of the shop' }
    expect(await list('SHOP', 'hmbcbs')).toEqual(ofShop)
    expect(await list('SHOP', 'wybcbs')).toEqual({ ...ofShop, CART: false })
    expect(await list('shop', 'IDH')).toEqual({ ...ofShop, IDAHO_ONLY: 'yes' })
    expect(await list('OTHER', 'hmbcbs')).toEqual({ TIMEOUT: '90000', BANNER: 'general' })
  })

  test('CT-3 the first part may be a configuration group, or ALL for every application', async () => {
    expect(await list('TEXTS', 'ALL')).toEqual({ PHONE: '711', TIMEOUT: '90000', BANNER: 'general' })
    const { body } = await make(new Client(portal.origin), calls.publicConfig, {
      params: { application: 'ALL', brand: 'wybcbs' },
    })
    const banners = body.payload.configs.filter(({ key }) => key === 'BANNER').map(({ stringValue }) => stringValue)
    expect(banners).toEqual(['general', 'of the shop'])
    expect(body.payload.configs.find(({ key }) => key === 'CART')?.booleanValue).toBe(false)
    expect(body.payload.configs.find(({ key }) => key === 'PHONE')).toEqual({
      key: 'PHONE',
      group: 'TEXTS',
      stringValue: '711',
    })
  })

  test('CT-3 ALL for the brand is what applies to every brand, never the setting of a single one', async () => {
    expect(await list('SHOP', 'ALL')).toEqual({ CART: true, TIMEOUT: '90000', BANNER: 'of the shop' })
  })

  test('CT-3 the secure list requires sign-in and includes the portal’s settings; the public list has none of them', async () => {
    const { body } = await make(member, calls.secureConfig, { params: { application: 'ALL', brand: 'hmbcbs' } })
    expect(body.payload.configs).toEqual(
      expect.arrayContaining([
        { key: 'MAINTENANCE', group: 'CLAIMS_AND_SPENDING', booleanValue: false },
        { key: 'SHOW_TO_ALL', group: 'CLAIMS_AND_SPENDING', booleanValue: false },
        { key: 'MBR_SHOW_AVAYA_CHAT', group: 'MEMBER', booleanValue: true },
        { key: 'CONTACTUS_MAINTENANCE', group: 'MESSAGE_CENTER', booleanValue: false },
        { key: 'SECRET', stringValue: 'hush' },
      ]),
    )
    expect(body.payload.configs.map(({ key }) => key)).not.toContain('CART')
    expect(Object.keys(await list('ALL', 'hmbcbs'))).not.toContain('SECRET')
  })

  test('CT-3 a list is not cached: a change shows at once', async () => {
    const change = (value: string) =>
      portal.database.read.updateTable('app_config').set({ string_value: value }).where('key', '=', 'PHONE').execute()
    await change('1-800-555-0111')
    expect((await list('HELP', 'ALL')).PHONE).toBe('1-800-555-0111')
    await change('711')
  })
})
