import { describe, expect, test } from 'vitest'
import { readPlace } from './place.ts'

describe('addresses', () => {
  test.each(['/msg/#!/message-center', '/msg/#/message-center', '/msg#!/message-center/'])(
    'RT-1 RT-6 %s is read in either form, with or without trailing slashes',
    (address) => {
      expect(readPlace(address)).toMatchObject({ base: '', prefix: '/msg/', segments: ['message-center'] })
    },
  )

  test('RT-2 parameters of the hash are kept apart from those of the query', () => {
    const place = readPlace('/login/?loginId=MEMBER01#/claims/activitySummary?from=2026-01-01&reload')
    expect(place.query).toEqual({ loginId: 'MEMBER01' })
    expect(place.params).toEqual({ from: '2026-01-01', reload: '' })
    expect(place.segments).toEqual(['claims', 'activitySummary'])
    expect(place.reload).toBe(true)
  })

  test('RT-6 the address of search results keeps its quoted values', () => {
    const { prefix, query } = readPlace("/search-results.html?searchQuery=knee+pain&productEnabled='true'")
    expect(prefix).toBe('/search-results.html')
    expect(query).toEqual({ searchQuery: 'knee pain', productEnabled: "'true'" })
  })

  test('EN-1 RT-6 the development path stands before every prefix', () => {
    const place = readPlace('/highmark.example/chmptl/mbr/#!/account')
    expect(place).toMatchObject({ base: '/highmark.example/chmptl', prefix: '/mbr/', segments: ['account'] })
    expect(readPlace('/highmark.example/chmptl/')).toMatchObject({ base: '/highmark.example/chmptl', prefix: '/' })
    expect(readPlace('/highmark.example/chmptl/nowhere')).toMatchObject({
      base: '/highmark.example/chmptl',
      page: null,
    })
  })

  test('RT-5 other paths are not the portal’s', () => {
    for (const path of ['/nowhere', '/login/extra', '/mbrx/', '/a/b/']) expect(readPlace(path).prefix, path).toBeNull()
  })

  test('RT-1 an anchor in the page is not a route', () => {
    expect(readPlace('/mbr/#main')).toMatchObject({ form: null, segments: [] })
  })
})

test('SH-1 the root of the shops is their own, on their host and in development', () => {
  expect(readPlace('/', 'chmhcr').prefix).toBe('/shop/')
  expect(readPlace('/highmark.example/chmmcr/#/cart', 'chmmcr')).toMatchObject({
    prefix: '/medicare/',
    segments: ['cart'],
  })
  expect([readPlace('/login/', 'chmhcr').prefix, readPlace('/').prefix]).toEqual(['/login/', '/'])
})

test('SH-10 the root of a brand’s own site and its sections are the site’s, on their host and in development', () => {
  const site = (address: string, project: 'chmcom' | 'chmcce' | 'chmwts') => {
    const { prefix, base, page } = readPlace(address, project)
    return [base, prefix, page?.views.site?.variant]
  }
  expect(site('/', 'chmcom')).toEqual(['', '/', 'home'])
  expect(site('/cce/', 'chmcce')).toEqual(['', '/', 'cce'])
  expect(site('/wts', 'chmwts')).toEqual(['', '/', 'wts'])
  expect(site('/highmark.example/chmwts/', 'chmwts')).toEqual(['/highmark.example/chmwts', '/', 'wts'])
  // Elsewhere these are not addresses, and the root is the portal's.
  expect([readPlace('/cce/').prefix, readPlace('/wts/', 'chmcom').prefix]).toEqual([null, null])
  expect(readPlace('/').page?.views.site).toBeUndefined()
})
