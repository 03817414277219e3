import { expect, test } from 'vitest'
import { match } from '../../base/router/match.ts'
import { readPlace } from '../../base/router/place.ts'
import { credentialScreen, longer } from './credential-screens.ts'

test.each([
  ['/', 'short'],
  ['/login/', 'short'],
  ['/msg/#!/message-center', 'short'],
  ['/login/#/forgot-password', 'short'],
  ['/login/#/change-password', 'short'],
  ['/login/#/confirm-registration', 'short'],
  ['/login/#/register', 'long'],
  ['/login/#/register/finish', 'long'],
  ['/login/#/guardian', 'long'],
  ['/login/#/resume-registration', 'long'],
  ['/login/#/meaningful-access', null],
  ['/login/#/finder', null],
  ['/msg/#!/contact-us', null],
  ['/chmptl/chm/jsp/logout/logout.jsp', null],
] as const)('SE-1 %s is a credential screen: %s', (address, expected) => {
  expect(credentialScreen(match(readPlace(address), null), { factorDue: false })).toBe(expected)
})

test.each(['/', '/msg/#!/inbox', '/login/#/finder'])(
  'SE-1 AD-2 a session at %s that needs a second factor first is guarded',
  (address) => {
    expect(credentialScreen(match(readPlace(address), null, false, 'second-factor'), { factorDue: true })).toBe('due')
  },
)

test('SE-1 SE-2 RG-1 registration has as much time as a signed-in page, or more if the brand allows it', () => {
  const page = { expiryMs: 900_000, warningMs: 780_000, checkMs: 3_000 }
  expect(longer({ expiryMs: 90_000, warningMs: 84_000, checkMs: 1_000 })).toEqual(page)
  const brand = { expiryMs: 1_800_000, warningMs: 1_700_000, checkMs: 1_000 }
  expect(longer(brand)).toEqual(brand)
})
