import { expect, test } from 'vitest'
import { Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

async function ask(path: string, client = new Client(portal.origin), host = 'secure.highmark.example') {
  client.host = host
  const { status, headers, bytes } = await client.get(path, { headers: { 'accept-encoding': 'identity' } })
  return { status, headers, text: bytes.toString() }
}

test('MP-12 the worker is served only from its own folder and may handle no page outside it', async () => {
  const { status, headers, text } = await ask('/pocket/worker.js')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(headers.get('service-worker-allowed')).toBeNull()
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(text).not.toMatch(/importScripts|eval/)
  // Without its slash, the page would be outside the worker's scope.
  const bare = await ask('/pocket')
  expect([bare.status, bare.headers.get('location')]).toEqual([308, '/pocket/'])
})

test('MP-12 the page runs nothing but its own files, and says nothing about the person who requests it', async () => {
  const member = await memberClient(portal.origin, 'MEMBER01')
  const [own, nobodys] = [await ask('/pocket/', member), await ask('/pocket/')]
  expect(own.text).toBe(nobodys.text)
  expect(own.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect(own.text).not.toMatch(/Mayte|Escobar|<style|style=|<script(?! type="module" src="\/pocket\/page\.js")/)
  for (const path of ['page.js', 'page.css', 'brand.css', 'mark.svg']) {
    expect([path, (await ask(`/pocket/${path}`)).status]).toEqual([path, 200])
    if (path !== 'brand.css') expect(own.text).toContain(`/pocket/${path}`)
  }
})

test('MP-12 BR-13 it has the brand, number and language of the person signed in, otherwise the host’s', async () => {
  const dakota = await memberClient(portal.origin, 'MEMBERND')
  expect((await ask('/pocket/', dakota, 'secure.bcbsndportals.example')).text).toContain('Blue Plan of North Dakota')
  const other = await ask('/pocket/')
  expect(other.text).toContain('Blue Plan West')
  expect(other.text).toContain('href="tel:18005550101"')
  // A brand without a nurse line has its members ask for a nurse at its service phone.
  expect(other.text).toMatch(/Nurse line<\/p><a href="tel:18005550181">.*24 hours a day/)
  const west = await ask('/pocket/', new Client(portal.origin), 'secure.yourwyoblue.example')
  expect(west.text).toContain('You can also ask there for the nurse line.')
  expect(west.text).not.toContain('Nurse line<')
  const spanish = new Client(portal.origin)
  spanish.cookies.set('language', 'es')
  const { text, headers } = await ask('/pocket/', spanish)
  expect(headers.get('content-language')).toBe('es')
  expect(text).toContain('<html lang="es"')
  expect(text).toContain('Mi tarjeta de identificación')
  expect(text).toContain('Las 24 horas, los 7 días de la semana')
  expect((await ask('/pocket/brand.css', dakota)).text).not.toBe((await ask('/pocket/brand.css')).text)
})
