import { expect, test } from 'vitest'
import { renderPage, testPage } from '../../base/test-render.tsx'
import { NurseCard } from './nurse-card.tsx'

const nurseLine = { number: '1-800-555-0183', hours: 'Every day' }
const page = { brand: { ...testPage.brand, nurseLine } }

test('VA-8 MC-3 the card of the nurse line has its number, to dial, and its hours; a brand without one has no card', () => {
  const html = renderPage(<NurseCard />, { page })
  expect(html).toContain('href="tel:+18005550183"')
  expect(html).toContain('Every day')
  expect(renderPage(<NurseCard />)).toBe('')
})

test('VA-8 LG-4 in a language in which brands do not write, the hours are marked as English', () => {
  expect(renderPage(<NurseCard />, { page, language: 'ar' })).toContain('<bdi lang="en" dir="ltr">Every day</bdi>')
})
