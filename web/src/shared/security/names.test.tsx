import { stubs } from '@portico/contract/stubs'
import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { RememberedDevices, SignedIn } from './devices.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import type { AccountSecurity } from './security.tsx'

const device = { kind: 'computer', browser: 'Chrome', system: 'Windows' } as const
const doNothing = () => {}

function namesIn(html: string): (string | undefined)[] {
  return [...html.matchAll(/<button[^>]* aria-label="([^"]*)"/g)].map(([, name]) => name)
}

test('RG-3 each signed-in device of a kind is signed out by a distinct name: when it was last used', () => {
  const one = { ...device, method: 'password', signedInAt: '2026-11-20T15:00:00.000Z', current: false } as const
  const html = renderPage(
    <SignedIn
      devices={[
        { ...one, sessionId: 'a', lastActiveAt: '2026-11-22T14:30:00.000Z' },
        { ...one, sessionId: 'b', lastActiveAt: '2026-11-21T14:30:00.000Z' },
      ]}
      onChange={doNothing}
    />,
  )
  expect(namesIn(html)).toEqual([
    'Sign out Chrome on Windows, last active today, 9:30 AM',
    'Sign out Chrome on Windows, last active yesterday, 9:30 AM',
  ])
})

test('RG-3 each remembered device of a kind is forgotten by a distinct name, which its line shows', () => {
  const one = { ...device, expiresAt: '2026-12-22T15:00:00.000Z', current: false } as const
  const html = renderPage(
    <RememberedDevices
      devices={[
        { ...one, deviceId: 'a', rememberedAt: '2026-11-22T14:30:00.000Z' },
        { ...one, deviceId: 'b', rememberedAt: '2026-11-22T14:55:00.000Z' },
      ]}
      onChange={doNothing}
    />,
  )
  expect(namesIn(html)).toEqual([
    'Forget Chrome on Windows, remembered today, 9:30 AM',
    'Forget Chrome on Windows, remembered today, 9:55 AM',
  ])
  expect(html).toContain('Remembered today, 9:55 AM, expires on December 22, 2026')
})

test('RG-3 passkeys of one name are told apart by when they were added', () => {
  const [passkey] = stubs.accountSecurity.passkeys as [AccountSecurity['passkeys'][number]]
  const one = { ...passkey, name: 'My phone' }
  const passkeys = [
    { ...one, passkeyId: 'a', createdAt: '2026-03-02T15:00:00.000Z' },
    { ...one, passkeyId: 'b', createdAt: '2026-04-02T15:00:00.000Z' },
  ]
  const names = namesIn(
    renderPage(<PasskeysCard security={{ ...stubs.accountSecurity, passkeys }} onChange={doNothing} />),
  )
  expect(names).toContain('Remove My phone, added Mar 2, 2026')
  expect(new Set(names).size).toBe(4)
})
