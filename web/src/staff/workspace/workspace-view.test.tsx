import { expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import { view as directory } from '../../shared/directory-work/directory-work-view.tsx'
import { view as workspace } from './workspace-view.tsx'

const staff = (entitlements: string[]) => ({ session: { ...testSession, role: 'INTERNAL', entitlements } as const })

test('MC-6 AD-2 MP-25 staff who do not answer members read that, instead of being asked to try again', () => {
  for (const { Component } of [workspace, directory]) {
    const render = (entitlements: string[]) => renderPage(<Component>{null}</Component>, { page: staff(entitlements) })
    expect(render(['administer'])).toContain('You do not have access to this')
    expect(render(['administer', 'answer'])).not.toContain('You do not have access to this')
    for (const html of [render([]), render(['answer'])]) expect(html.match(/<h1/g)).toHaveLength(1)
  }
})
