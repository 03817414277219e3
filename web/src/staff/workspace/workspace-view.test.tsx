import { expect, test } from 'vitest'
import { rendered, testSession } from '../../base/test-render.tsx'
import { view as directory } from '../../shared/directory-work/directory-work-view.tsx'
import { view as workspace } from './workspace-view.tsx'

const staff = (entitlements: string[]) => ({ session: { ...testSession, role: 'INTERNAL', entitlements } as const })

test('MC-6 AD-2 MP-25 staff who do not answer members are told so, instead of to try again', () => {
  for (const { Component } of [workspace, directory]) {
    const shown = (entitlements: string[]) => rendered(<Component>{null}</Component>, { page: staff(entitlements) })
    expect(shown(['administer'])).toContain('This is not part of your work')
    expect(shown(['administer', 'answer'])).not.toContain('This is not part of your work')
    for (const html of [shown([]), shown(['answer'])]) expect(html.match(/<h1/g)).toHaveLength(1)
  }
})
