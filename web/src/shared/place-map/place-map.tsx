import type { PayloadOf } from '@portico/contract/call'
import type { findProviders } from '@portico/contract/calls/finder'
import { useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import styles from './place-map.module.css'

export type MapPicture = NonNullable<PayloadOf<typeof findProviders>['map']>
type Pin = MapPicture['pins'][number]

/** Loaded when someone asks for streets. */
const streetsPart = createPart(async () => (await import('./streets.tsx')).Streets)

interface PlaceMapProps {
  readonly map: MapPicture
  /** Names in the order of the list next to it. */
  readonly names: readonly string[]
  /** How many items are on earlier pages. */
  readonly from?: number
  /** Called for a single item on this page, with its index in the list. */
  readonly onOne: (index: number) => void
  /** Called for several pins together, or one from another page. */
  readonly onPin: (pin: Pin) => void
}

/**
 * The places of a list on a server-drawn map (MP-24). Its pins are for pointers only: the list has all of it for keyboards and
 * screen readers.
 */
export function PlaceMap({ map, names, from = 0, onOne, onPin }: PlaceMapProps) {
  const t = useText()
  const { maps } = usePage()
  const [streets, setStreets] = useState<'hidden' | 'shown' | 'failed'>('hidden')
  const { width, height, ring } = map
  const isShown = maps !== null && streets === 'shown'
  return (
    <figure className={styles.map}>
      <div className={styles.stage} data-streets={isShown || undefined}>
        {isShown && (
          <LazyPart part={streetsPart} props={{ map, path: maps.path, onFailed: () => setStreets('failed') }} />
        )}
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('map.text')} className={styles.picture}>
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
            const name = names[number - 1 - from]
            const isOne = pin.count === 1 && name !== undefined
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: only for pointers, since the list has all of it
              <g
                key={`${pin.x} ${pin.y}`}
                transform={`translate(${pin.x} ${pin.y})`}
                className={name === undefined ? styles.pinAway : styles.pin}
                onClick={() => (isOne ? onOne(number - 1 - from) : onPin(pin))}
              >
                <title>{isOne ? name : t('map.here', { count: pin.count })}</title>
                <circle r={pin.count > 1 ? 15 : 12} />
                <text textAnchor="middle" dy="4.5">
                  {pin.count > 1 ? `×${pin.count}` : number}
                </text>
              </g>
            )
          })}
        </svg>
      </div>
      <figcaption>{t('map.source')}</figcaption>
      {maps !== null && (
        <div className={styles.service}>
          {streets === 'failed' && (
            <Alert tone="warning" role="alert">
              <p>{t('map.streets-failed')}</p>
            </Alert>
          )}
          <Button variant="secondary" onClick={() => setStreets(isShown ? 'hidden' : 'shown')}>
            {t(isShown ? 'map.streets-hide' : 'map.streets-show')}
          </Button>
          <p>{t('map.streets-about', { host: maps.host })}</p>
        </div>
      )}
    </figure>
  )
}
