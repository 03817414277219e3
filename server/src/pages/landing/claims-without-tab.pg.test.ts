import { expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const member = testClient(portal, 'BXPLUS01')

test('MP-1 HD-4 a member with claims but no tab for them sees them on Home, where the next steps mention them', async () => {
  const { body } = await member.get('/mbr/', { headers: { accept: 'text/html' } })
  const html = String(body.payload)
  expect([html.includes('id="navClaims"'), html.includes('Recent claims')]).toEqual([false, true])
  expect(html).toContain('href="/login/#/claims/activitySummary"')
})
