import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { FooterLinks } from './footer-parts.tsx'
import { Header } from './header.tsx'

const logout = { state: 'idle', run: async () => {}, dismiss: () => {} } as const

test('BR-12 HD-1 the header of every page has the logo of its brand', () => {
  expect(renderPage(<Header parts={null} logout={logout} />)).toMatch(/<img src="\/brand\/test\/logo\.svg" alt=""/)
})

test('BR-7 BR-12 the footer of every page leads to the shops of its brand', () => {
  const html = renderPage(<FooterLinks />)
  expect(html).toMatch(/<a [^>]*href="\/shop"[^>]*>Shop for a plan/)
  expect(html).toMatch(/<a [^>]*href="\/medicare"[^>]*>Medicare plans/)
})
