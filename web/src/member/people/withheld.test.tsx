import type { AccessScope } from '@portico/rules/people/access'
import { expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import { allTexts } from '../../base/texts/test-texts.ts'
import { CallUs } from '../../public/contact-us/call-us.tsx'
import { view as contactUs } from '../../public/contact-us/contact-us-view.tsx'
import { view as form } from '../../shared/library/form-view.tsx'
import { ReplyNotShared } from '../message-center/reply-not-shared.tsx'
import { view as withheld } from './withheld-view.tsx'

/** A session that views Mayte's information. */
function buildSession(...scopes: AccessScope[]) {
  return {
    ...testSession,
    simulation: { by: 'PROSPECT1', endsAt: '2026-11-22T16:00:00.000Z', scopes, ofChild: false, isBeside: false },
  }
}

test('RG-3 someone with access to only plan and ID card reads that the rest is not shared, and where to go', () => {
  const html = renderPage(<withheld.Component variant={undefined}>{null}</withheld.Component>, {
    page: { session: buildSession('coverage') },
  })
  expect(html).toContain('Mayte has not shared this with you, or it is for Mayte alone.')
  expect(html).toContain('Plan and ID card')
  expect(html).not.toContain('Claims and costs')
  expect(html).toMatch(/<a [^>]*href="\/mbr\/#!\/landing"[^>]*>.*Go to the home page of Mayte/)
})

test('RG-3 MP-20 a parent does not read that a young child hides something, but where to find it', () => {
  const { simulation, ...session } = buildSession('coverage', 'claims')
  const html = renderPage(<withheld.Component variant={undefined}>{null}</withheld.Component>, {
    page: { session: { ...session, simulation: { ...simulation, ofChild: true } } },
  })
  expect(html).not.toContain('shared this with you')
  // The same title as in the browser tab.
  expect(html).toContain(`<h1>${allTexts('en').t(withheld.title)}</h1>`)
  expect(html).toContain('on your own pages you can choose Mayte in forms and health records')
})

test('RG-3 MP-21 CS-1 a form tells a parent to fill it in as themselves, and a representative that only the member can', () => {
  const show = (scopes: AccessScope[] | null) => {
    const { simulation, ...session } = buildSession()
    return renderPage(<form.Component variant={undefined}>{null}</form.Component>, {
      page: {
        session: { ...session, simulation: { ...simulation, scopes } },
        url: '/login/#/claims/educational-materials/form/claim',
      },
    })
  }
  expect(show(['coverage'])).toContain('Stop viewing Mayte and open the form.')
  expect(show(null)).toContain('Only the member can fill in forms')
  expect(show(null)).not.toContain('Stop viewing')
})

test('RG-3 someone who may read messages but not write learns why there is no reply', () => {
  const html = renderPage(<ReplyNotShared />, { page: { session: buildSession('coverage', 'messages') } })
  expect(html).toContain('Mayte lets you read their messages, but not write for them.')
})

test('RG-3 MC-3 RO-4 Contact us gives each person the reason that applies to them', () => {
  const delegate = buildSession('coverage')
  expect(renderPage(<CallUs session={delegate} />, { page: { session: delegate } })).toContain(
    'You can see some of Mayte’s information, but not write messages for Mayte.',
  )
  for (const role of ['PROS', 'AGENT'] as const) {
    const html = renderPage(<contactUs.Component variant={undefined}>{null}</contactUs.Component>, {
      page: { session: { ...testSession, role } },
    })
    expect(html).toContain('Only members of the plan can write to us online')
    expect(html).toContain('href="tel:+18005550100"')
    expect(html).not.toContain('<form')
  }
})
