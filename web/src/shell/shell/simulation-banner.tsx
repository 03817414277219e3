import type { SessionView } from '@portico/contract/page'
import { UserRoundCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './simulation-banner.module.css'

export interface SimulationBannerProps {
  readonly session: SessionView
  readonly simulation: NonNullable<SessionView['simulation']>
}

/** How many minutes before the end the remaining time is announced. */
const spokenMinutes: readonly number[] = [5, 1]

/** On every page while someone acts for someone else: who it is, and the button to end it (CS-1, RG-3). */
export function SimulationBanner(props: SimulationBannerProps) {
  return props.simulation.scopes === null ? <RepBanner {...props} /> : <ViewingBanner {...props} />
}

/** For a representative: also who the representative is, and how much time is left. */
function RepBanner({ session, simulation }: SimulationBannerProps) {
  const t = useText()
  const name = `${session.firstName} ${session.lastName}`.trim()
  const secondsLeft = useSecondsLeft(simulation.endsAt)
  const { href } = useNavigation()
  const { state, end } = useEnd(simulation.isBeside ? null : (how) => `${href('/')}?simulation=${how}`)
  const spoken = useSpoken(name, secondsLeft)
  const isOver = secondsLeft === 0
  useEffect(() => {
    if (isOver) end('ended')
  }, [isOver, end])

  return (
    <Banner label={t('simulation.label')} stop={t('simulation.end')} spoken={spoken} state={state} end={end}>
      <span className={styles.who}>
        <RichText id="simulation.acting" values={{ name }} elements={{ person: (words) => <strong>{words}</strong> }} />
      </span>
      <span className={styles.ids}>
        <VisuallyHidden>{t('simulation.ids', { rep: simulation.by, login: session.logonId })}</VisuallyHidden>
        <bdi dir="ltr" aria-hidden="true">
          {simulation.by} → {session.logonId}
        </bdi>
      </span>
      <span className={styles.time} role="timer">
        {t('simulation.left', { time: clockTime(secondsLeft) })}
      </span>
    </Banner>
  )
}

/** For a person viewing someone else's information with their permission: also what was shared. */
function ViewingBanner({ session, simulation }: SimulationBannerProps) {
  const t = useText()
  const { firstName: name } = session
  const { href } = useNavigation()
  const { state, end } = useEnd((how) => `${href('/mbr/')}?viewing=${how}#!/account/people`)
  const isOver = useSecondsLeft(simulation.endsAt) === 0
  useEffect(() => {
    if (isOver) end('ended')
  }, [isOver, end])
  const [spoken, setSpoken] = useState('')
  useEffect(() => setSpoken(t('simulation.viewingSpoken', { name })), [t, name])
  // People who look at another's information cannot connect apps.
  const scopes = (simulation.scopes ?? []).flatMap((scope) => (scope === 'apps' ? [] : t(`simulation.scope.${scope}`)))

  return (
    <Banner label={t('simulation.viewingLabel')} stop={t('simulation.stop')} spoken={spoken} state={state} end={end}>
      <span className={styles.who}>
        <RichText
          id="simulation.viewing"
          values={{ name }}
          elements={{ person: (words) => <strong>{words}</strong> }}
        />
      </span>
      <span className={styles.sees}>{t('simulation.sees', { scopes: scopes.join(', ') })}</span>
    </Banner>
  )
}

interface BannerProps extends ReturnType<typeof useEnd> {
  readonly label: string
  /** The button's label. */
  readonly stop: string
  /** Only for screen readers. */
  readonly spoken: string
  readonly children: ReactNode
}

function Banner({ label, stop, spoken, state, end, children }: BannerProps) {
  const t = useText()
  return (
    <section className={styles.banner} aria-label={label}>
      <div className={styles.row}>
        <UserRoundCheck aria-hidden="true" className={styles.icon} />
        <p className={styles.text}>{children}</p>
        <Button variant="secondary" className={styles.end} busy={state === 'busy'} onClick={() => end('stopped')}>
          {stop}
        </Button>
      </div>
      <p role="alert" className={styles.failed}>
        {state === 'failed' && t('simulation.endFailed')}
      </p>
      <VisuallyHidden>
        <span role="status">{spoken}</span>
      </VisuallyHidden>
    </section>
  )
}

/** Minutes and seconds, e.g. `29:05`. */
function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Counts down from the remaining time sent by the server, using elapsed time, so that neither sleep nor a wrong clock matters. */
function useSecondsLeft(endsAt: string): number {
  const { now } = usePage()
  const total = Math.max(0, Math.ceil((Date.parse(endsAt) - Date.parse(now)) / 1000))
  const [left, setLeft] = useState(total)
  useEffect(() => {
    const deadline = Date.now() + total * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((deadline - Date.now()) / 1000)))
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [total])
  return left
}

/** What a screen reader announces: who it is about when the page opens, and the last minutes. */
function useSpoken(name: string, secondsLeft: number): string {
  const t = useText()
  const [spoken, setSpoken] = useState('')
  const minutes = Math.ceil(secondsLeft / 60)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current && !spokenMinutes.includes(minutes)) return
    first.current = false
    setSpoken(t('simulation.spoken', { name, minutes }))
  }, [t, name, minutes])
  return spoken
}

/** `pageAfter` is null in the acting's own browser tab, which leads nowhere else. */
function useEnd(pageAfter: ((how: 'ended' | 'stopped') => string) | null) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const running = useRef(false)
  const after = useRef(pageAfter)
  after.current = pageAfter
  const end = useRef(async (how: 'ended' | 'stopped') => {
    if (running.current) return
    running.current = true
    setState('busy')
    try {
      const { endSimulation, endSimulationBeside } = await import('../../session/acting/simulation.ts')
      await (after.current === null ? endSimulationBeside() : endSimulation(after.current(how)))
    } catch {
      running.current = false
      setState('failed')
    }
  })
  return { state, end: end.current }
}
