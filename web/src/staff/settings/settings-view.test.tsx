import type { Entitlement } from '@portico/rules/staff/entitlements'
import { expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import { useValueText } from '../../shared/setting-values/use-value-text.ts'
import { view } from './settings-view.tsx'

const renderFor = (...entitlements: readonly Entitlement[]) =>
  renderPage(<view.Component>{null}</view.Component>, {
    page: {
      url: '/msg/#!/settings',
      session: { ...testSession, role: 'INTERNAL', actorType: 'INTERNAL', entitlements: [...entitlements] },
    },
  })

function NoLanguages() {
  return useValueText()('LANGUAGES', [])
}

test('CT-5 AD-1 staff who are not administrators read that settings are not for them, not that something failed', () => {
  expect(renderFor('answer', 'supervise')).toContain('This page is for administrators')
  expect(renderFor('answer', 'supervise')).not.toContain('Find a setting')
  expect(renderFor('administer')).toContain('Find a setting')
})

test('CT-5 LG-1 a setting with an empty list says that it has none, as one without a value does', () => {
  expect(renderPage(<NoLanguages />)).toContain('Nothing')
})
