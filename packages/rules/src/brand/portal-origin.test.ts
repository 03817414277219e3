import { expect, test } from 'vitest'
import { portalOrigin } from './portal-origin.ts'
import { testBrands } from './test-brands.ts'

test('BR-12 the portal of a brand is on its own domain, whatever host another one has', () => {
  for (const brand of testBrands) {
    const at = (...ownOrigins: string[]) =>
      portalOrigin(brand as Parameters<typeof portalOrigin>[0], { ownOrigins, port: 8080 })
    expect(at()).toBe(`http://secure.${brand.code}.localhost:8080`)
    expect(at('http://localhost:8080')).toBe(`http://secure.${brand.code}.localhost:8080`)
    expect(at('https://secure.elsewhere.example', 'https://other.example')).toBe(`https://secure.${brand.domain}`)
    expect(at('https://secure-tenv2.elsewhere.example')).toBe(`https://secure-tenv2.${brand.domain}`)
  }
})
