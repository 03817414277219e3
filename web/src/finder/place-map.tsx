import { radiusSteps } from '@portico/rules/finder/limits'
import { useText } from '../texts/text.tsx'
import styles from './finder.module.css'
import type { EntryData, FoundData } from './types.ts'

interface PlaceMapProps {
  readonly map: NonNullable<FoundData['map']>
  /** How many of the list stand on the pages before. */
  readonly from: number
  readonly shown: readonly EntryData[]
  readonly onOpen: (providerId: string) => void
  readonly onCloser: (point: { readonly lat: number; readonly lon: number }, miles: number) => void
}

/**
 * The places of the list on a map that the server has drawn (MP-24). Its pins are for pointers: everything of it is in the list, which
 * keyboards and screen readers have.
 */
export function PlaceMap({ map, from, shown, onOpen, onCloser }: PlaceMapProps) {
  const t = useText()
  const { width, height, ring } = map
  const press = (pin: PlaceMapProps['map']['pins'][number]) => {
    const [number = 0] = pin.numbers
    const entry = shown[number - 1 - from]
    const closer = radiusSteps.findLast((step) => step < (ring?.miles ?? Number.POSITIVE_INFINITY))
    if (pin.count === 1 && entry) onOpen(entry.providerId)
    else if (closer !== undefined) onCloser({ lat: pin.lat, lon: pin.lon }, closer)
  }
  return (
    <figure className={styles.map}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('finder.map-text')} className={styles.picture}>
        <path d={map.counties} className={styles.counties} />
        <path d={map.states} className={styles.states} />
        {ring !== null && (
          <>
            <circle cx={ring.x} cy={ring.y} r={ring.r} className={styles.ring} />
            <circle cx={ring.x} cy={ring.y} r={4} className={styles.center} />
          </>
        )}
        {map.towns.map(({ name, x, y }) => (
          <g key={`${name} ${x} ${y}`}>
            <circle cx={x} cy={y} r={2} className={styles.townDot} />
            <text x={x + 5} y={y + 4} className={styles.town}>
              {name}
            </text>
          </g>
        ))}
        {map.pins.toReversed().map((pin) => {
          const [number = 0] = pin.numbers
          const isShown = number > from && number <= from + shown.length
          const entry = shown[number - 1 - from]
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: for pointers alone, the list has all of it
            <g
              key={`${pin.x} ${pin.y}`}
              transform={`translate(${pin.x} ${pin.y})`}
              className={isShown ? styles.pin : styles.pinAway}
              onClick={() => press(pin)}
            >
              <title>{pin.count === 1 && entry ? entry.name : t('finder.map-here', { count: pin.count })}</title>
              <circle r={pin.count > 1 ? 15 : 12} />
              <text textAnchor="middle" dy="4.5">
                {pin.count > 1 ? `×${pin.count}` : number}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption className={styles.small}>{t('finder.map-source')}</figcaption>
    </figure>
  )
}
