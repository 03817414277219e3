import { listLines } from '@portico/rules/shop/lines'
import { expect, test } from 'vitest'
import { links } from './links.ts'
import { match } from './match.ts'
import { readPlace } from './place.ts'
import { pages, type ScreenName } from './routes.ts'
import { shopLinks } from './shop-links.ts'

const brand = (code: string, sharedBrandCode: string) => ({ code, sharedBrandCode })

test('RT-6 the addresses of the portal', () => {
  expect(links.account()).toBe('/mbr/#!/account')
  expect(links.screen('contact-us')).toBe('/msg/#!/contact-us')
  expect(links.workspace()).toBe('/msg/#!/workspace')
  expect(links.workspace('a1')).toBe('/msg/#!/workspace/a1')
  expect(links.screen('message-center')).toBe('/msg/#!/message-center')
  expect(links.message('a1')).toBe('/msg/#!/message-center/a1')
  expect(links.screen('meaningful-access')).toBe('/login/#/meaningful-access')
  expect(links.screen('change-password')).toBe('/login/#/change-password')
  expect(links.claims()).toBe('/login/#/claims/activitySummary')
  expect(links.screen('ebill')).toBe('/login/#/ebill')
  expect(links.spending()).toBe('/spa/#/spendingSummary')
})

test('RT-6 VA-8 search results take the term escaped and the quoted flags of the sources', () => {
  expect(links.searchResults('knee & hip?')).toBe(
    "/search-results.html?searchQuery=knee%20%26%20hip%3F&productEnabled='true'&contentEnabled='true'",
  )
  expect(readPlace(links.searchResults('knee & hip?')).query.searchQuery).toBe('knee & hip?')
})

test('HD-3 home depends on the brand', () => {
  expect(links.landing(brand('hmbcbs', 'HMBCBS'))).toBe('/mbr/#!/landing')
  expect(links.landing(brand('mn', 'MINCR'))).toBe('/member/home')
  expect(links.landing(brand('default', 'DEFAULT'))).toBe('/home')
})

test('RT-6 the address of every screen is its route', () => {
  const names = ['/login/', '/msg/'].flatMap((prefix) => Object.keys(pages[prefix]?.views ?? {}))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  for (const name of names as ScreenName[]) {
    const place = readPlace(links.screen(name))
    expect([name, place.segments, match(place, { role: 'MEMBER' }, true).kind]).toEqual([name, [name], 'view'])
  }
})

test('RT-6 every link leads to a view', () => {
  const {
    landing,
    screen,
    message,
    draft,
    claim,
    writeAboutClaim,
    form,
    guide,
    searchResults,
    languageNotice,
    contentItem,
    ...others
  } = links
  const { shop, ...plain } = others
  const inShop = (['under65', 'medicare'] as const).flatMap((market) => [
    ...(['plans', 'compare', 'cart', 'application', 'continue'] as const).map((part) => shop(market, part)),
    ...listLines(market).map((line) => shop(market, 'plans', line)),
    ...[shopLinks.plan(market, 'P1', 2027), shopLinks.apply(market, 'P1', 2027)],
  ])
  const addresses = [
    ...Object.values(plain).map((link) => link()),
    landing(brand('hmbcbs', 'HMBCBS')),
    message('a1'),
    draft('a1'),
    claim('a1'),
    writeAboutClaim('a1', true),
    form('appeal', 'a1'),
    guide('two-plans'),
    searchResults('knee'),
    languageNotice('de'),
    contentItem({ name: 'A', brand: 'ALL', language: 'en', qualifiers: { 'Line of Business': 'x y' } }),
    ...inShop,
  ]
  for (const address of addresses) expect(match(readPlace(address), { role: 'MEMBER' }).kind, address).toBe('view')
})
