import { expect, test } from 'vitest'
import { match } from '../../base/router/match.ts'
import { readPlace } from '../../base/router/place.ts'
import { offers } from './offers.ts'
import { workOffers } from './work-offers.ts'

const promised = [
  ...offers.map((offer) => ({ ...offer, role: 'MEMBER' as const })),
  ...workOffers.producer.map((offer) => ({ ...offer, role: 'AGENT' as const })),
  ...workOffers.shop.map((offer) => ({ ...offer, role: 'MEMBER' as const })),
  ...workOffers.staff.map((offer) => ({ ...offer, role: 'INTERNAL' as const })),
]

test.each(promised)('SI-1 what $text promises $role is online, at $place', ({ place, role }) => {
  const asked = readPlace(place)
  const { kind, views } = match(asked, { role })
  expect(kind).toBe('view')
  expect(views).not.toEqual(match(readPlace('/login/'), { role: 'PROS' }).views)
})

test.each([
  ['chmptl', undefined, 'signIn.title'],
  ['chmprd', 'producer', 'signIn.producer.title'],
  ['chmstf', 'staff', 'signIn.staff.title'],
  ['chmhcr', 'shop', 'signIn.shop.title'],
  ['chmmcr', 'shop', 'signIn.shop.title'],
  ['chmmed', 'shop', 'signIn.shop.title'],
] as const)('SI-1 RO-2 the sign-in on a host of %s speaks to whom it is for', (project, variant, title) => {
  const at = (address: string) => match(readPlace(address, project), null)
  for (const address of [...(variant === 'shop' ? [] : ['/']), '/login/', '/mbr/#!/producer/clients']) {
    expect(at(address)).toMatchObject({ kind: 'sign-in', views: [{ variant }] })
    expect(at(address).views[0]?.title ?? 'signIn.title').toBe(title)
  }
})

test.each(['chmmcr', 'chmmed'] as const)('EN-1 SH-1 the root of %s is the Medicare shop', (project) => {
  expect(match(readPlace('/', project), null).views).toMatchObject([{ view: 'shop/plans-view', variant: 'medicare' }])
})
