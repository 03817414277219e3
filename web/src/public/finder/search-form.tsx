import { suggestProviders } from '@portico/contract/calls/finder'
import { defaultRadius, radiusSteps } from '@portico/rules/finder/limits'
import type { Specialty } from '@portico/rules/finder/specialties'
import { limits } from '@portico/rules/limits'
import { TYPE_AHEAD_MS } from '@portico/rules/timing'
import { LocateFixed, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useRested } from '../../base/use-rested.ts'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { Button } from '../../ui/button.tsx'
import { Slider } from '../../ui/slider.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './finder.module.css'
import type { FinderSearch } from './types.ts'

interface SearchFormProps {
  readonly asked: FinderSearch
  /** The search that someone returns to. */
  readonly kept: FinderSearch | null
  /** Search words from the address. */
  readonly words: string
  readonly homeZip: string | null
  readonly onAsk: (asked: FinderSearch) => void
  readonly onOpen: (providerId: string) => void
}

const quick = [
  'primary-care',
  'urgent-care',
  'hospital',
  'pharmacy',
  'pediatrics',
  'obgyn',
  'therapy',
] as const satisfies readonly Specialty[]

/** The search box, place and radius; what is typed stays until the next search. */
export function SearchForm({ asked, kept, words, homeZip, onAsk, onOpen }: SearchFormProps) {
  const t = useText()
  const [text, setText] = useState(kept?.text ?? words)
  const place = usePlace(kept, homeZip)
  const { where, point } = place
  const [step, setStep] = useState(radiusSteps.findIndex((miles) => miles === (kept?.miles ?? defaultRadius)))
  const miles = radiusSteps[step] ?? defaultRadius
  const search = (more: Partial<FinderSearch> = {}) => {
    const what = { text: text.trim(), specialty: undefined }
    onAsk({ ...asked, ...what, place: point ? '' : where.trim(), point, miles, ...more })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search()
  }
  return (
    <search className={styles.searching}>
      <SafetyHelp text={text} />
      <form className={styles.form} onSubmit={submit}>
        <TextField
          type="search"
          label={t('finder.what')}
          hint={t('finder.what-hint')}
          autoComplete="off"
          maxLength={limits.search.max}
          value={text}
          onValue={setText}
        />
        <PlaceField place={place} />
        <Slider
          label={t('finder.distance')}
          min={0}
          max={radiusSteps.length - 1}
          step={1}
          value={step}
          onValue={setStep}
          valueText={t('finder.miles', { miles })}
        />
        <Button type="submit" className={styles.go} icon={<Search aria-hidden="true" />}>
          {t('finder.search')}
        </Button>
      </form>
      <Suggestions
        text={text}
        place={point ? '' : where.trim()}
        isSearched={text.trim() === asked.text}
        onSpecialty={(specialty, name) => {
          setText(name)
          search({ text: '', specialty })
        }}
        onOpen={onOpen}
      />
      <QuickKinds
        pressed={asked.specialty}
        onKind={(specialty) => {
          setText('')
          search({ text: '', specialty })
        }}
      />
    </search>
  )
}

/** Rounded to about half a mile: precise enough, and better for privacy. */
function findPosition(onFound: (here: { readonly lat: number; readonly lon: number }) => void, onFail: () => void) {
  if (!('geolocation' in navigator)) return onFail()
  const near = (degrees: number) => Math.round(degrees * 100) / 100
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => onFound({ lat: near(coords.latitude), lon: near(coords.longitude) }),
    onFail,
    { timeout: 10_000, maximumAge: 60_000 },
  )
}

/** Where to look for providers: the typed place, the device's position, or at first the member's home. */
function usePlace(kept: FinderSearch | null, homeZip: string | null) {
  const [place, setPlace] = useState(kept?.place ?? null)
  const [point, setPoint] = useState(kept?.point)
  const [lost, setLost] = useState(false)
  const type = (typed: string) => {
    setPlace(typed)
    setPoint(undefined)
    setLost(false)
  }
  const locate = () => {
    setLost(false)
    const searchHere = (here: NonNullable<FinderSearch['point']>) => {
      setPoint(here)
      setPlace('')
    }
    findPosition(searchHere, () => setLost(true))
  }
  return { where: place ?? homeZip ?? '', point, lost, type, locate }
}

function PlaceField({ place: { where, point, lost, type, locate } }: { readonly place: ReturnType<typeof usePlace> }) {
  const t = useText()
  return (
    <TextField
      label={t('finder.where')}
      hint={point ? t('finder.near-me-note') : undefined}
      error={lost ? t('finder.near-me-failed') : undefined}
      autoComplete="postal-code"
      maxLength={limits.search.max}
      value={where}
      placeholder={point ? t('finder.near-me-here') : undefined}
      onValue={type}
      labelAction={
        <button type="button" className={styles.locate} onClick={locate}>
          <LocateFixed aria-hidden="true" />
          {t('finder.near-me')}
        </button>
      }
    />
  )
}

interface QuickKindsProps {
  readonly pressed: FinderSearch['specialty']
  readonly onKind: (specialty: Specialty) => void
}

function QuickKinds({ pressed, onKind }: QuickKindsProps) {
  const t = useText()
  return (
    <div>
      <p id="finder-quick" className={styles.small}>
        {t('finder.kinds')}
      </p>
      <ul aria-labelledby="finder-quick" className={styles.chips}>
        {quick.map((one) => (
          <li key={one}>
            <button type="button" className={styles.chip} aria-pressed={pressed === one} onClick={() => onKind(one)}>
              {t(`finder.quick.${one}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SuggestionsProps {
  readonly text: string
  /** Providers nearest to it come first; empty if unknown. */
  readonly place: string
  readonly isSearched: boolean
  readonly onSpecialty: (id: Specialty, name: string) => void
  readonly onOpen: (providerId: string) => void
}

/** Suggestions a second after the last key (MN-6), never a request per key. */
function Suggestions({ text, place, isSearched, onSpecialty, onOpen }: SuggestionsProps) {
  const t = useText()
  const { brand } = usePage()
  const typed = text.trim()
  const asked = JSON.stringify([typed, place])
  const wanted = useRested(asked, TYPE_AHEAD_MS) === asked && typed.length >= 3 && !isSearched
  const { value } = useLoaded(
    (signal) => api.call(suggestProviders, { body: { brand: brand.code, text: typed, place }, signal }),
    { key: asked, wanted },
  )
  const { specialties = [], providers = [] } = wanted && value !== null ? value : {}
  const isEmpty = specialties.length + providers.length === 0
  return (
    <div role="status" className={styles.suggestions}>
      {!isEmpty && (
        <>
          <p id="finder-suggestions" className={styles.small}>
            {t('finder.suggestions')}
          </p>
          <ul aria-labelledby="finder-suggestions" className={styles.chips}>
            {specialties.map(({ id, name }) => (
              <li key={id}>
                <button type="button" className={styles.chip} onClick={() => onSpecialty(id, name)}>
                  {name}
                </button>
              </li>
            ))}
            {providers.map(({ providerId, name, city, state }) => (
              <li key={providerId}>
                <button type="button" className={styles.chip} onClick={() => onOpen(providerId)}>
                  {name}
                  <span className={styles.muted}> {[city, state].filter(Boolean).join(', ')}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
