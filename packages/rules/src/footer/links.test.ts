import { expect, test } from 'vitest'
import { type FooterLink, footerLinks } from './links.ts'

const link = (id: string, more: Partial<FooterLink> = {}): FooterLink => ({
  id,
  label: id,
  url: `/${id}`,
  newWindow: false,
  mobileOnly: false,
  brandVisibility: [],
  ...more,
})
const links = [
  link('privacy'),
  link('apps', { mobileOnly: true }),
  link('medicaid', { brandVisibility: ['NDBCBS', 'WYBCBS'] }),
]
const listShown = (sharedBrandCode: string, mobile: boolean) =>
  footerLinks(links, { brand: { code: 'x', sharedBrandCode }, mobile }).map(({ id }) => id)

test('FT-2 a link shows only for its brands, and a mobile link only on phones', () => {
  expect(listShown('HMBCBS', false)).toEqual(['privacy'])
  expect(listShown('HMBCBS', true)).toEqual(['privacy', 'apps'])
  expect(listShown('NDBCBS', false)).toEqual(['privacy', 'medicaid'])
})
