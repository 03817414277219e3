import { gzipSync } from 'node:zlib'
import { scenes } from '@portico/rules/brand/types'
import { expect, test } from 'vitest'

const drawings = import.meta.glob<string>('./scenes/*.svg', { eager: true, import: 'default', query: '?raw' })
const brands = import.meta.glob<{ look: { scene: string } }>('../../../../brands/*/brand.json', {
  eager: true,
  import: 'default',
})

test('BR-8 every drawing that a brand can choose is there, and some brand shows it', () => {
  expect(Object.keys(drawings).sort()).toEqual(scenes.map((scene) => `./scenes/${scene}.svg`))
  expect(new Set(Object.values(brands).map(({ look }) => look.scene))).toEqual(new Set(scenes))
})

test.each(Object.entries(drawings))(
  'BR-8 %s is light, in the colors of the brand alone, and refers to nothing',
  (_, svg) => {
    expect(gzipSync(svg).length).toBeLessThan(1300)
    expect(svg).toContain('<g id="scene">')
    const colors = [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, color]) => color)
    expect(colors.filter((color) => color !== 'none' && !/^var\(--scene-[a-z]+\)$/.test(color ?? ''))).toEqual([])
    expect(svg).not.toMatch(/href|<style|<script|<text|url\(/)
  },
)
