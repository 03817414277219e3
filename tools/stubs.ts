import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Renderer } from '@portico/contract/page'
import { stubPagePath } from '@portico/contract/stub-path'
import { stubFiles } from '@portico/contract/stubs'
import { withOverrides } from '@portico/rules/brand/overrides'
import { loadBrands } from '../server/src/brands/brand/load.ts'
import { createBrandService } from '../server/src/brands/brand/service.ts'
import { joinParts } from '../server/src/pages/page/composed-page.ts'
import { pageDocument } from '../server/src/pages/page/document.ts'
import { pagePaths } from '../server/src/pages/page/paths.ts'
import { stubPages } from '../server/src/pages/stubs/pages.ts'
import { stubBrand } from '../server/src/pages/stubs/routes.ts'
import { root } from './run.ts'

// Writes the portal in stub mode (EN-4) as plain files that any static file host can serve, for one brand: `npm run stubs [brand]
// [folder]`, into dist/stubs by default.
if (process.env.NODE_ENV === 'production') throw new Error('Stub mode is refused in production.')
const brandCode = process.argv[2] ?? stubBrand
const site = resolve(root, process.argv[3] ?? 'dist/stubs')
const brands = createBrandService({
  brands: loadBrands(join(root, 'brands'), withOverrides),
  brandOfZip: () => null,
  defaultServicePhone: '1-800-555-0199',
})
const pages = await stubPages({ brands, contentDir: join(root, 'content'), brandCode, now: new Date() })
const { render } = (await import(join(root, 'web/dist/server/render.js'))) as Renderer
const { tokens, brand, images } = brands.requireLoaded(brandCode)

rmSync(site, { recursive: true, force: true })
for (const [path, answer] of [...stubFiles(), ...pages]) write(path, JSON.stringify(answer))
for (const path of pagePaths) {
  const state = pages.get(stubPagePath(path, 'visitor'))
  if (state === undefined) throw new Error(`Stub mode has no page ${path}.`)
  const rendered = await render(state)
  const html = joinParts(pageDocument({ state, rendered, tokens, radius: brand.look.radius, nonce: 'stubs' }))
  write(path.endsWith('.html') ? path : `${path}/index.html`, html)
}
for (const [name, { svg, hash }] of Object.entries(images)) write(`/brand/${brandCode}/${name}.${hash}.svg`, svg)
cpSync(join(root, 'web/dist/client/assets'), join(site, 'assets'), { recursive: true })
console.log(`The portal in stub mode is in ${site}: serve that folder with any static file host.`)

function write(path: string, content: string): void {
  const file = join(site, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
