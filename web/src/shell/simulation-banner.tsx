import type { SessionView } from '@portico/contract/page'
import { UserRoundCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { RichText } from '../messages/rich-text.tsx'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { useNavigation } from '../router/navigation.ts'
import { Button } from '../ui/button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './simulation-banner.module.css'

export interface SimulationBannerProps {
  readonly session: SessionView
  readonly simulation: NonNullable<SessionView['simulation']>
}

/** Minutes before the end at which the time left is spoken. */
const spokenMinutes: readonly number[] = [5, 1]

/** On every page while a representative acts for somebody (CS-1): for whom, who, how long still, and the way out. */
export function SimulationBanner({ session, simulation }: SimulationBannerProps) {
  const t = useText()
  const name = `${session.firstName} ${session.lastName}`.trim()
  const secondsLeft = useSecondsLeft(simulation.endsAt)
  const { state, end } = useEnd()
  const spoken = useSpoken(name, secondsLeft)
  const isOver = secondsLeft === 0
  useEffect(() => {
    if (isOver) end('ended')
  }, [isOver, end])

  return (
    <section className={styles.banner} aria-label={t('simulation.label')}>
      <div className={styles.row}>
        <UserRoundCheck aria-hidden="true" className={styles.icon} />
        <p className={styles.text}>
          <span className={styles.who}>
            <RichText
              id="simulation.acting"
              values={{ name }}
              elements={{ person: (words) => <strong>{words}</strong> }}
            />
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
        </p>
        <Button variant="secondary" className={styles.end} busy={state === 'busy'} onClick={() => end('stopped')}>
          {t('simulation.end')}
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

/** Counts down by the clock on the wall from what the server said was left, so that neither sleep nor a wrong clock matters. */
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

/** What a screen reader says: for whom when the page opens, and the last minutes. */
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

function useEnd() {
  const { href } = useNavigation()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const running = useRef(false)
  const home = useRef(href)
  home.current = href
  const end = useRef(async (how: 'ended' | 'stopped') => {
    if (running.current) return
    running.current = true
    setState('busy')
    try {
      const { endSimulation } = await import('../session/simulation.ts')
      await endSimulation({ how, home: home.current('/') })
    } catch {
      running.current = false
      setState('failed')
    }
  })
  return { state, end: end.current }
}
