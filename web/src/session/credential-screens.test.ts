import { expect, test } from 'vitest'
import { match } from '../router/match.ts'
import { readPlace } from '../router/place.ts'
import { isCredentialScreen } from './credential-screens.ts'

test.each([
  ['/', true],
  ['/login/', true],
  ['/msg/#!/message-center', true],
  ['/login/#/forgot-password', true],
  ['/login/#/change-password', true],
  ['/login/#/meaningful-access', false],
  ['/login/#/finder', false],
  ['/msg/#!/contact-us', false],
  ['/chmptl/chm/jsp/logout/logout.jsp', false],
])('SE-1 %s is a credential screen: %s', (address, expected) => {
  expect(isCredentialScreen(match(readPlace(address), null))).toBe(expected)
})
