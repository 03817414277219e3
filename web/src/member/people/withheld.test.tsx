import type { AccessScope } from '@portico/rules/people/access'
import { expect, test } from 'vitest'
import { renderPage, testSession } from '../../base/test-render.tsx'
import { CallUs } from '../../public/contact-us/call-us.tsx'
import { view as contactUs } from '../../public/contact-us/contact-us-view.tsx'
import { ReplyNotShared } from '../message-center/reply-not-shared.tsx'
import { view as withheld } from './withheld-view.tsx'

/** A session that views Mayte's information. */
function buildSession(...scopes: AccessScope[]) {
  return { ...testSession, simulation: { by: 'PROSPECT1', endsAt: '2026-11-22T16:00:00.000Z', scopes } }
}

test('RG-3 whoever was given plan and ID card alone is told of the rest that it is not shared, and led on', () => {
  const html = renderPage(<withheld.Component variant={undefined}>{null}</withheld.Component>, {
    page: { session: buildSession('coverage') },
  })
  expect(html).toContain('This belongs to Mayte, who has not shared it with you.')
  expect(html).toContain('Plan and ID card')
  expect(html).not.toContain('Claims and costs')
  expect(html).toMatch(/<a [^>]*href="\/mbr\/#!\/landing"[^>]*>.*Go to the home page of Mayte/)
})

test('RG-3 whoever reads messages and may not write is told why there is no reply', () => {
  const html = renderPage(<ReplyNotShared />, { page: { session: buildSession('coverage', 'messages') } })
  expect(html).toContain('Mayte lets you read their messages, but not write for them.')
})

test('RG-3 MC-3 RO-4 Contact us gives each the reason that is true of them', () => {
  const delegate = buildSession('coverage')
  expect(renderPage(<CallUs session={delegate} />, { page: { session: delegate } })).toContain(
    'Mayte lets you see some of their information, but not write messages for them.',
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
