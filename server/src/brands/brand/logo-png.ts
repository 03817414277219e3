import { Resvg } from '@resvg/resvg-js'
import type { LoadedBrand } from './load.ts'

/** In pixels: twice the displayed size. */
const width = 72

const drawn = new Map<string, Buffer>()

/** A brand's logo as PNG, for mail programs and documents, which do not show SVG. */
export function logoPng({ images }: LoadedBrand): Buffer {
  const { svg, hash } = images.logo
  const known = drawn.get(hash)
  if (known) return known
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    .render()
    .asPng()
  drawn.set(hash, png)
  return png
}
