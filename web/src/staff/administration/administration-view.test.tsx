import { expect, test } from 'vitest'
import { renderPage, testPage, testSession } from '../../base/test-render.tsx'
import { view } from './administration-view.tsx'

const render = (part: string, entitlements: readonly ('administer' | 'audit')[]) =>
  renderPage(<view.Component>{null}</view.Component>, {
    page: {
      ...testPage,
      url: `/msg/#!/administration/${part}`,
      session: { ...testSession, role: 'INTERNAL', entitlements: [...entitlements] },
    },
  })

test('AD-2 an unknown part says that it does not exist, and a part of others that it is closed', () => {
  expect(render('xyz', ['administer'])).toContain('There is no such page')
  expect(render('toString', ['administer'])).toContain('There is no such page')
  expect(render('log', ['administer'])).toContain('You do not have access to this')
})
