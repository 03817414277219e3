import { Resvg } from '@resvg/resvg-js'
import type { LoadedBrand } from './load.ts'

/** In pixels: for the home screen of iOS, then the sizes that a manifest should name. */
export const iconSizes = [180, 192, 512] as const
export type IconSize = (typeof iconSizes)[number]

const drawn = new Map<string, Buffer>()

/** A brand's mark as an icon for home screens, which show no SVG; on white, because some systems paint black behind transparency. */
export function iconPng({ images }: LoadedBrand, size: IconSize): Buffer {
  const { svg, hash } = images.mark
  const key = `${hash} ${size}`
  const known = drawn.get(key)
  if (known) return known
  const options = {
    fitTo: { mode: 'width', value: size },
    background: '#fff',
    font: { loadSystemFonts: false },
  } as const
  const png = new Resvg(svg, options).render().asPng()
  drawn.set(key, png)
  return png
}

/** Address of an icon; it changes with the mark, so that it can be cached forever. */
export function iconAddress({ brand, images }: LoadedBrand, size: IconSize): string {
  return `/brand/${brand.code}/icon-${size}.${images.mark.hash}.png`
}
