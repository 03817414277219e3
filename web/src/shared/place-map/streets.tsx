import { mapsScript } from '@portico/contract/calls/maps'
import { mapsFailed, mapsFramePath } from '@portico/contract/maps-frame'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import styles from './place-map.module.css'
import type { MapPicture } from './place-map.tsx'

export interface StreetsProps {
  readonly map: Pick<MapPicture, 'area' | 'width' | 'height'>
  /** The path to request the script's address from. */
  readonly path: string
  readonly onFailed: () => void
}

/**
 * Streets from the brand's map service (MP-24), below our own map. Its script runs in a sandbox that gets an area, coarser than the
 * map, and nothing else, and nothing outside can reach into it.
 */
export function Streets({ map, path, onFailed }: StreetsProps) {
  const t = useText()
  const { brand, language } = usePage()
  const frame = useRef<HTMLIFrameElement>(null)
  const { value, failed } = useLoaded((signal) =>
    api.call({ ...mapsScript, path }, { body: { brand: brand.code }, signal }),
  )
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (failed || value?.url === null) fail()
    const hear = ({ source, data }: MessageEvent) => {
      if (data === mapsFailed && source !== null && source === frame.current?.contentWindow) fail()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [failed, value])
  if (value === null || value.url === null) return null
  const { west, south, east, north, x, y, width, height } = map.area
  const told = { url: value.url, west: `${west}`, south: `${south}`, east: `${east}`, north: `${north}`, language }
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <iframe
      ref={frame}
      key={`${west} ${south} ${east} ${north}`}
      src={`${mapsFramePath}?brand=${brand.code}#${new URLSearchParams(told)}`}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={t('map.streets-show')}
      aria-hidden="true"
      tabIndex={-1}
      className={styles.streets}
      style={{
        left: share(x, map.width),
        top: share(y, map.height),
        width: share(width, map.width),
        height: share(height, map.height),
      }}
    />
  )
}
