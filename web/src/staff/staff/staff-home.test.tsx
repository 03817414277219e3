import type { Entitlement } from '@portico/rules/staff/entitlements'
import { expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import { view } from './staff-home-view.tsx'

const renderHome = (...entitlements: readonly Entitlement[]) =>
  renderPage(<view.Component>{null}</view.Component>, {
    page: {
      url: '/staff/',
      session: {
        ...testSession,
        role: 'INTERNAL',
        actorType: 'INTERNAL',
        logonId: 'INTERNAL1',
        entitlements: [...entitlements],
      },
    },
  })

test('CS-1 AD-3 staff without the right to act for members are not offered it, whatever else they may do', () => {
  const offers = (html: string) => [/name="memberLogin|Help a member/.test(html), /<form/.test(html)]
  expect(renderHome('simulate')).toContain('<form')
  for (const some of [[], ['answer'], ['administer', 'audit'], ['author', 'approve']] as const)
    expect(offers(renderHome(...some))).toEqual([false, false])
  // Staff who only lift locks have only forms for that.
  expect(renderHome('unlock').match(/<form/g)).toHaveLength(2)
  expect(renderHome('unlock', 'simulate').match(/<form/g)).toHaveLength(3)
})

test('AD-3 AG-4 the producer portal is offered to staff in the plan’s own agency, so that nobody finds it closed', () => {
  expect(renderHome('answer')).toContain('Producer portal')
  for (const some of [[], ['administer', 'audit'], ['author', 'approve'], ['unlock', 'simulate']] as const)
    expect(renderHome(...some)).not.toContain('Producer portal')
})
