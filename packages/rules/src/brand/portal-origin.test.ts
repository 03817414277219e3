import { expect, test } from 'vitest'
import { portalOrigin } from './portal-origin.ts'
import { testBrand, testBrands } from './test-brands.ts'

test('BR-12 a brand’s portal is on its own domain, whatever hosts other brands have', () => {
  for (const brand of testBrands) {
    const at = (...ownOrigins: string[]) =>
      portalOrigin(brand as Parameters<typeof portalOrigin>[0], { ownOrigins, port: 8080 })
    expect(at()).toBe(`http://secure.${brand.code}.localhost:8080`)
    expect(at('http://localhost:8080')).toBe(`http://secure.${brand.code}.localhost:8080`)
    expect(at('https://secure.elsewhere.example', 'https://other.example')).toBe(`https://secure.${brand.domain}`)
    expect(at('https://secure-tenv2.elsewhere.example')).toBe(`https://secure-tenv2.${brand.domain}`)
  }
})

test('BR-12 EN-1 a brand’s links use the host configured for it, with port and environment', () => {
  const brand = testBrand({ code: 'ours', domain: 'ourplan.example', furtherDomains: ['ourplan.test'] })
  const at = (...ownOrigins: string[]) => portalOrigin(brand, { ownOrigins, port: 8080 })
  const elsewhere = 'https://secure.elsewhere.example'
  for (const own of [
    'https://members.ourplan.example',
    'https://secure.ourplan.example:8443',
    'https://secure-tenv2.ourplan.example',
    'https://portal.ourplan.test',
    'https://ourplan.example',
  ])
    expect(at(elsewhere, own)).toBe(own)
  expect(at('https://shop.ourplan.example', 'https://secure.ourplan.example:8443')).toBe(
    'https://secure.ourplan.example:8443',
  )
  expect(at('http://secure.ours.localhost:9000')).toBe('http://secure.ours.localhost:9000')
  expect(at('https://notourplan.example')).toBe('https://secure.ourplan.example')
})
